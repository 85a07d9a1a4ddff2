import type { FontFamily } from './family.js';

/** The rule that the service adds to a font of icons: its class draws the name of an icon as that icon. */
export function iconRule({ id, name }: FontFamily): string {
  return `
.${id} {
  font-family: '${name}';
  font-weight: normal;
  font-style: normal;
  font-size: 24px;
  line-height: 1;
  letter-spacing: normal;
  text-transform: none;
  display: inline-block;
  white-space: nowrap;
  word-wrap: normal;
  direction: ltr;
  -webkit-font-feature-settings: 'liga';
  -webkit-font-smoothing: antialiased;
}
`;
}
