import { score } from '../score.js';
import * as all from '../index.js';
import { x } from '../cli/print.js';
export { score, all, x };
