"""Small pages of known worth: sound ones, and the same ones with something spoilt."""

from __future__ import annotations

_SOUND = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
<style>
body {{ margin: 0; font: 18px/1.6 Georgia, serif; color: #1d2433; background: #faf7f2; }}
main {{ max-width: 720px; margin: 0 auto; padding: 64px 24px; }}
h1 {{ font-size: 44px; line-height: 1.15; margin: 0 0 16px; color: {accent}; }}
section {{ margin: 40px 0 0; padding: 24px; background: #fff; border-radius: 8px; }}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p>Boats leave the harbour every hour between six in the morning and ten at night, in any weather but a storm.</p>
<section><h2>Fares</h2>
<p>Adults pay eight pounds, children under twelve pay three, and bicycles travel free.</p></section>
</main>
</body>
</html>"""

_SPOILT = {
    "pale": "body, h1 { color: #e4e0d8 !important; }",
    "tiny": "body, h1, h2 { font-size: 6px !important; }",
    "overlapping": "section { position: absolute; top: 70px; left: 40px; opacity: .9; }",
    "cut off": "p { width: 120px; height: 20px; overflow: hidden; white-space: nowrap; }",
}


def pages() -> dict[str, str]:
    """Pages by name; the names of those with nothing spoilt begin with "sound"."""
    sound = {
        f"sound {i}": _SOUND.format(title=title, accent=accent)
        for i, (title, accent) in enumerate([("Ferry times", "#0b4f6c"), ("Harbour boats", "#7a2e1f")])
    }
    spoilt = {
        f"{name} {i}": page.replace("</style>", f"{style}\n</style>")
        for name, style in _SPOILT.items()
        for i, page in enumerate(sound.values())
    }
    return {
        **sound,
        **spoilt,
        "blank": "<!doctype html><html lang='en'><title>Ferries</title><body></body></html>",
    }
