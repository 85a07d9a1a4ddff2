export { createRenderer, type Renderer, type RendererOptions } from './renderer.js';
export { captureFrom, type CaptureOptions } from './live.js';
export { DEFAULT_VIEWPORTS } from './page/viewports.js';
export type { CdpSession } from './page/cdp.js';
export { captureFolder, filesOfCapture, readCapture, writeCapture } from './store.js';
export type { Capture, CaptureData, Profile } from './capture.js';
export type { Lab, Run } from './probe/lab.js';
export type { LivePage } from './probe/live-page.js';
