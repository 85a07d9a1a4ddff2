import type { Responder } from '../schema.js';
import { isAt } from './route.js';

const HOSTS = [
  'polyfill.io',
  'cdn.polyfill.io',
  'polyfill-fastly.io',
  'cdnjs.cloudflare.com',
  'polyfill.alicdn.com',
];

/** Polyfill services look at the browser and send what it lacks: an empty script stands in for what this one would get. */
export const polyfill: Responder = ({ url }) => {
  if (!isAt(HOSTS, url) || !/^(?:\/polyfill)?\/v\d+\/polyfill(?:\.min)?\.js$/.test(url.pathname)) return null;
  return Promise.resolve({
    fate: 'placeholder',
    contentType: 'text/javascript; charset=utf-8',
    body: Buffer.from('/* nothing is missing */'),
  });
};
