// Ways to spoil the look of a page itself, by a style sheet: real damage, rendered.

/** CSS by kind, at middle severity. */
export const RESTYLED = {
  'clashing-colours': `
    body :nth-child(3n + 1) { background-color: #ff2fa0 !important }
    body :nth-child(3n + 2) { color: #00c832 !important }
    body :nth-child(4n) { background-color: #f2e500 !important }`,
  'broken-rhythm': `
    body :nth-child(2n) { margin-top: 19px !important }
    body :nth-child(3n) { margin-bottom: 33px !important }
    body :nth-child(5n) { padding: 3px 0 14px 9px !important }`,
  'no-hierarchy': `
    body * { font-size: 14px !important; font-weight: 400 !important; line-height: 1.2 !important }`,
  crowding: `
    body * { margin: 0 !important; padding: 0 !important; line-height: 1 !important; gap: 0 !important }`,
  'misaligned-grid': `
    body :nth-child(2n) { position: relative !important; left: 17px !important }
    body :nth-child(3n) { position: relative !important; left: -23px !important }
    body :nth-child(5n) { position: relative !important; left: 41px !important; top: 9px !important }`,
};

/** The page with a style sheet at its end. @param {string} html @param {string} css */
export const restyled = (html, css) => `${html}<style>${css}</style>`;
