import { createHash } from 'node:crypto';
import { html, Markup } from './markup.js';

export interface Page {
  title: string;
  body: Markup;
  styles: string;
  /** Left out where nothing moves. */
  script?: string;
}

/**
 * One self-contained page: no request leaves it, and its policy lets nothing run but its own style and script, named by their
 * hashes.
 */
export function documentOf({ title, body, styles, script }: Page): string {
  // Put together apart from the template: not a space may come between the text and its hash.
  const styleElement = new Markup(`<style>${styles}</style>`);
  const scriptElement = script !== undefined && new Markup(`<script>${script}</script>`);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy(styles, script)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Kallos</title>
        <link rel="icon" href="data:," />
        ${styleElement}
      </head>
      <body>
        ${body} ${scriptElement}
      </body>
    </html> `.source;
}

function policy(styles: string, script: string | undefined): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    'img-src data:',
    `style-src ${hash(styles)}`,
    ...(script === undefined ? [] : [`script-src ${hash(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
