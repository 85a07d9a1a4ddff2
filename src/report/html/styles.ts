/** The report's style sheet. Its own text, so that the page's policy can name it by hash. */
export const STYLES = /* css */ `
:root {
  color-scheme: light dark;
  --ground: #fbfbfa; --surface: #ffffff; --mat: #eeeeeb; --line: #e2e2de; --line-strong: #c9c9c4;
  --ink: #1a1c1f; --soft: #575c63; --accent: #1d5fa6; --accent-wash: #eaf1f8;
  --error: #b3261e; --warning: #855400; --advisory: #48617e; --fine: #2c6a45;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  --small: 0.75rem; --note: 0.8125rem; --text: 0.875rem; --title: 1.25rem; --figure: 1.5rem;
  --gap: 1.5rem; --radius: 4px;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #131416; --surface: #191b1e; --mat: #0d0e10; --line: #2a2d31; --line-strong: #43474d;
    --ink: #e8e9eb; --soft: #a3a8af; --accent: #86b8ee; --accent-wash: #1b2937;
    --error: #f2918a; --warning: #e2b04a; --advisory: #a5b9d0; --fine: #8cc7a3;
  }
}
*, ::before, ::after { box-sizing: border-box; }
body, h1, h2, h3, h4, p, dl, dd, ol, ul, pre, figure { margin: 0; padding: 0; }
ol, ul { list-style: none; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { background: var(--ground); color: var(--ink); font: var(--text)/1.5 var(--sans); overflow-wrap: anywhere; }
h1, h2, h3, h4 { font-size: var(--text); font-weight: 600; line-height: 1.3; }
code, pre { font-family: var(--mono); font-size: var(--small); }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 3px; }
img { display: block; max-width: 100%; height: auto; }
[hidden] { display: none !important; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.figures, .score, .value, .number { font-variant-numeric: tabular-nums; }
.empty { padding: 2rem 0; color: var(--soft); }

.top, main { max-width: 90rem; margin: 0 auto; padding: 0 var(--gap); }
.top { display: flex; flex-wrap: wrap; gap: .25rem var(--gap); align-items: center; justify-content: space-between;
  padding-block: .75rem; max-width: none; padding-inline: max(var(--gap), calc((100% - 90rem) / 2 + var(--gap)));
  border-bottom: 1px solid var(--line); }
.top h1 a { color: inherit; text-decoration: none; padding-block: .25rem; }
.top h1 span { color: var(--soft); font-weight: 400; }
.counts { display: flex; flex-wrap: wrap; gap: .125rem 1rem; color: var(--soft); font-size: var(--note); }
.counts > span { display: inline-flex; align-items: center; gap: .375rem; }

.glyph { width: .625rem; height: .625rem; flex: none; fill: currentColor; }
.glyph.error, .outcome { color: var(--error); }
.glyph.warning, .outcome.truncated { color: var(--warning); }
.glyph.advisory { color: var(--advisory); }
.outcome.ok { color: var(--fine); }
.outcome { font-weight: 600; }
.bar { display: block; width: 100%; height: 3px; }
.bar .track { fill: var(--line); }
.bar .fill { fill: var(--accent); }
.bar .range { fill: var(--accent); opacity: .3; }

/* What was tried */
.film { margin-top: 2rem; }
.film ol { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem; margin-top: .75rem; }
.film li { border: 1px solid var(--line); border-radius: var(--radius); padding: .75rem; background: var(--surface); min-width: 0; }
.film .answer { font-size: var(--small); font-weight: 600; color: var(--error); }
.film .answer.as-expected { color: var(--fine); }
.film .answer.otherwise { color: var(--warning); }
.film .answer.not-tried, .film .happened, .film figcaption { color: var(--soft); }
.film .strip { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; margin: .5rem 0; align-items: start; }
.film figure { min-width: 0; }
.film img { border: 1px solid var(--line); background: var(--mat); }
.film figcaption, .film .happened { font-size: var(--small); }

/* One artifact */
.back { margin-bottom: .75rem; font-size: var(--note); }
.artifact { padding: 2rem 0 3rem; }
.artifact-head { display: flex; gap: 1rem var(--gap); justify-content: space-between; align-items: flex-start; }
.artifact-head > div { min-width: 0; }
.artifact-head h2 { font-size: var(--title); letter-spacing: -.01em; }
.subtitle { display: flex; flex-wrap: wrap; gap: 0 .875rem; margin-top: .25rem; color: var(--soft); font-size: var(--note); }
.detail-line { margin-top: .5rem; max-width: 68ch; }
.reward { flex: none; max-width: 50%; text-align: right; }
.reward dt, .recipe { color: var(--soft); font-size: var(--small); }
.value { font-size: var(--figure); font-weight: 600; line-height: 1.2; letter-spacing: -.02em; }
.value.none { font-weight: 400; color: var(--soft); }

.channels { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); margin-top: var(--gap);
  border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); }
.channel { padding: .875rem 1rem 1rem; border-left: 1px solid var(--line); }
.channel:first-child { border-left: 0; }
.channel h3 { color: var(--soft); font-size: var(--note); font-weight: 400; text-transform: capitalize; }
.score { font-size: var(--figure); font-weight: 600; line-height: 1.3; letter-spacing: -.02em; margin-bottom: .375rem; }
.status { font-size: var(--title); line-height: 1.56; color: var(--soft); margin-bottom: .375rem; }
.status.failed { color: var(--error); }
.channel.none .reason { border-top: 1px dashed var(--line-strong); padding-top: .5rem; }
.reason { color: var(--soft); font-size: var(--small); margin-top: .375rem; }
.said { margin: .5rem 0 0; font-size: var(--note); }
.said::before { content: "\\201c"; }
.said::after { content: "\\201d"; }
.pull { margin-top: .25rem; color: var(--soft); font-size: var(--small); }
.parts { margin-top: .625rem; font-size: var(--small); color: var(--soft); }
.parts div { display: flex; justify-content: space-between; gap: .75rem; padding: .125rem 0; }
.parts dd { color: var(--ink); font-variant-numeric: tabular-nums; }

.work { display: grid; grid-template-columns: minmax(0, 1fr) minmax(22rem, 27rem); gap: var(--gap); margin-top: var(--gap);
  align-items: start; }
.stage { position: sticky; top: 1rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--mat); }
.stage.none { padding: 4rem 1rem; text-align: center; color: var(--soft); }
.sheet { max-height: min(80vh, 60rem); overflow: auto; padding: 1.25rem; }
.plane { position: relative; max-width: 80rem; margin: 0 auto; box-shadow: 0 0 0 1px var(--line-strong); background: #fff; }
.plane img { width: 100%; }
.plane svg { position: absolute; inset: 0; width: 100%; height: 100%; }
.stage figcaption { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .5rem 1rem; border-top: 1px solid var(--line);
  background: var(--surface); color: var(--soft); font-size: var(--small); }
.box { --mark: #2f78d0; outline: none; transition: opacity .12s; }
.box.error { --mark: #e0382c; }
.box.warning { --mark: #c77d00; }
.box rect { fill: var(--mark); fill-opacity: .07; stroke: var(--mark); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
.box.warning rect { stroke-dasharray: 6 3; }
.box.advisory rect { stroke-dasharray: 2 2; }
.plane:has(.lit) .box:not(.lit) { opacity: .25; }
.box.lit rect, .box:hover rect, .box:focus-visible rect { fill-opacity: .2; stroke-width: 3; stroke-dasharray: none; }

.findings-head { display: flex; flex-wrap: wrap; gap: .5rem; justify-content: space-between; align-items: center; min-height: 2rem; }
.filters { display: flex; flex-wrap: wrap; gap: .375rem; }
button, input, select { font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--line-strong);
  border-radius: var(--radius); }
button { display: inline-flex; align-items: center; gap: .375rem; padding: .25rem .625rem; font-size: var(--small); cursor: pointer; }
button:hover { border-color: var(--soft); }
button[aria-pressed="false"] { color: var(--soft); background: none; border-style: dashed; text-decoration: line-through; }
.severity { margin-top: 1rem; }
.severity h4 { color: var(--soft); font-size: var(--small); font-weight: 400; padding-bottom: .375rem; border-bottom: 1px solid var(--line); }
.finding { border-bottom: 1px solid var(--line); transition: background .12s; }
.finding.lit { background: var(--accent-wash); }
.finding > details > summary { display: grid; grid-template-columns: .625rem minmax(0, 1fr) .5rem; gap: .125rem .625rem; align-items: baseline;
  padding: .625rem .5rem; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
.finding > details > summary::after { content: ""; grid-column: 3; grid-row: 1; width: .375rem; height: .375rem; margin-bottom: .125rem;
  border: solid var(--soft); border-width: 0 1px 1px 0; transform: rotate(45deg); }
.finding > details[open] > summary::after { transform: translateY(.1875rem) rotate(225deg); }
.finding > details > summary:hover .message { color: var(--accent); }
.message { font-weight: 500; }
.meta { grid-column: 2; display: flex; flex-wrap: wrap; gap: 0 .75rem; color: var(--soft); font-size: var(--small); }
.detail { padding: 0 .5rem .875rem 1.75rem; display: grid; gap: .625rem; grid-template-columns: minmax(0, 1fr); justify-items: start; }
.measures { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; }
.measures dt { color: var(--soft); font-size: var(--small); }
.measures dd { font-variant-numeric: tabular-nums; }
.selector { color: var(--soft); }
.code { width: 100%; overflow-x: auto; padding: .5rem 0; border: 1px solid var(--line); border-radius: var(--radius);
  background: var(--surface); line-height: 1.6; tab-size: 2; }
.code code { display: block; width: max-content; min-width: 100%; }
.line { display: block; padding-right: .75rem; }
.line.marked { background: var(--accent-wash); }
.number { display: inline-block; width: 2.75rem; padding-right: .75rem; text-align: right; color: var(--soft); user-select: none; }
.marked .number { color: var(--accent); font-weight: 600; }
.show, .places, .places a { font-size: var(--small); }
.places summary, .fact summary { color: var(--soft); cursor: pointer; padding: .125rem 0; font-size: var(--small); }
.places li { padding: .25rem 0; }
.places li.lit { background: var(--accent-wash); }
.places code { color: var(--soft); }

.facts { margin-top: 2.5rem; }
.facts > h3 { padding-bottom: .5rem; border-bottom: 1px solid var(--line); }
.fact-grid { columns: 22rem auto; column-gap: 2.5rem; }
.fact { break-inside: avoid; padding-top: 1.25rem; }
.fact h4 { font-size: var(--note); margin-bottom: .375rem; }
.fact small { color: var(--soft); font-size: var(--small); font-weight: 400; margin-left: .5rem; }
.pairs { font-size: var(--small); }
.pairs div { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: .75rem; padding: .1875rem 0; }
.pairs dt { color: var(--soft); }
.pairs dt::first-letter { text-transform: uppercase; }
.pairs dd { font-variant-numeric: tabular-nums; }
.rows { font-size: var(--small); }
.rows li { display: flex; flex-wrap: wrap; gap: 0 .625rem; align-items: baseline; padding: .1875rem 0; }
.fate { color: var(--soft); }
.fate.missing, .fate.absent, .fate.failed, .fate.blocked { color: var(--error); }
.fate.unavailable { color: var(--warning); }

/* Many artifacts */
.gallery { padding: var(--gap) 0 3rem; }
.tools { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; color: var(--soft); font-size: var(--note); }
.tools label { display: inline-flex; align-items: center; gap: .5rem; }
.tools input, .tools select { padding: .3125rem .5rem; color: var(--ink); min-width: 0; }
.tools ::placeholder { color: var(--soft); opacity: 1; }
.tools output { margin-left: auto; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 2rem var(--gap); margin-top: var(--gap); }
.tile { min-width: 0; content-visibility: auto; contain-intrinsic-size: auto 24rem; }
.tile > a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 .75rem; align-items: baseline; color: inherit;
  text-decoration: none; }
.tile img, .no-picture { grid-column: 1 / -1; width: 100%; aspect-ratio: 8 / 5; border: 1px solid var(--line); border-radius: var(--radius); background: var(--mat); }
.no-picture { display: grid; place-items: center; color: var(--soft); font-size: var(--note); }
.tile > a:hover img { border-color: var(--line-strong); }
.tile > a:hover .tile-name { text-decoration: underline; text-underline-offset: 3px; }
.tile-name { margin-top: .625rem; font-weight: 600; }
.tile .outcome.ok { color: inherit; font-weight: 400; }
.tile-channels { margin: .5rem 0; font-size: var(--small); }
.tile-channels div { display: grid; grid-template-columns: 6rem minmax(0, 1fr); align-items: center; padding: .0625rem 0; }
.tile-channels dt, .tile-channels .none { color: var(--soft); }
.tile-channels dd { display: grid; grid-template-columns: minmax(0, 1fr) 2rem; gap: .75rem; align-items: center; }
.tile-channels dd.none { display: block; }
.tile-channels dd span { text-align: right; }
.tile .counts { font-size: var(--small); }

@media (max-width: 62rem) {
  .work { grid-template-columns: minmax(0, 1fr); }
  .stage { position: static; }
  .sheet { max-height: 70vh; }
  .channels { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .channel:nth-child(odd) { border-left: 0; }
  .channel:nth-child(n + 3) { border-top: 1px solid var(--line); }
}
@media (max-width: 40rem) {
  :root { --gap: 1rem; }
  .artifact { padding-top: 1.25rem; }
  .artifact-head { flex-direction: column; }
  .reward { max-width: none; text-align: left; display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: baseline; }
  .sheet { padding: .5rem; }
  .tools label { flex: 1 1 9rem; }
  .tools input, .tools select { flex: 1; width: 100%; min-height: 2.25rem; }
  button { min-height: 2rem; }
}
@media (prefers-reduced-motion: no-preference) { .sheet { scroll-behavior: smooth; } }
@media print { .stage { position: static; } .sheet { max-height: none; } .tools, .filters { display: none; } }
`;
