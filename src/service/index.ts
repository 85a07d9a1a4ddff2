export { DEFAULT_PORT, serve, type ServeOptions, type Service } from './serve.js';
export { DEFAULT_LIMITS, type Limits } from './limits.js';
export { NOT_JUDGED, type NotJudged } from './compat/policy.js';
