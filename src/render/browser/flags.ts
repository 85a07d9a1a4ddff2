/**
 * What the browser does for a page on other threads: whether it is done with it before a timer or after, and how much of the page's
 * time has passed meanwhile, would be the machine's affair.
 */
const OFF_THREAD = [
  'ScriptStreaming',
  'PrecompileInlineScripts',
  'ConsumeCodeCacheOffThread',
  'BackgroundResourceFetch',
  'ThreadedBodyLoader',
  'ThreadedPreloadScanner',
];

/**
 * What the browser is started with. Each line has a reason; nothing here hides what a person would see.
 * Frames are driven only where the build can do so (headless shell); a full Chrome ignores those flags.
 */
export function browserFlags(options: { profileDir: string; heapMb: number; network: boolean }): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${options.profileDir}`,
    `--disk-cache-dir=${options.profileDir}/cache`,
    '--no-first-run',
    '--no-default-browser-check',
    '--no-startup-window',

    // Frames come when asked for, complete, in order: the deterministic mode of headless Chromium.
    '--enable-begin-frame-control',
    '--run-all-compositor-stages-before-draw',
    '--disable-new-content-rendering-timeout',
    '--disable-threaded-animation',
    '--disable-threaded-scrolling',
    '--disable-checker-imaging',
    '--disable-image-animation-resync',
    '--enable-surface-synchronization',

    // The same pixels on every machine: software rendering, no hinting, no subpixel text, sRGB, scale 1.
    '--disable-gpu',
    '--enable-unsafe-swiftshader',
    '--font-render-hinting=none',
    '--disable-font-subpixel-positioning',
    '--disable-lcd-text',
    '--force-color-profile=srgb',
    '--force-device-scale-factor=1',
    '--hide-scrollbars',
    '--lang=en-US',
    '--mute-audio',
    '--autoplay-policy=no-user-gesture-required',

    // Nothing of the browser's own on the wire or on the clock.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-sync',
    '--disable-default-apps',
    '--disable-extensions',
    '--disable-breakpad',
    '--metrics-recording-only',
    '--no-pings',
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    '--disable-hang-monitor',
    '--password-store=basic',
    '--use-mock-keychain',

    // Walls inside the walls: even without a network namespace no name resolves and no socket leaves.
    ...(options.network
      ? []
      : [
          '--host-resolver-rules=MAP * ~NOTFOUND',
          '--proxy-server=socks5://127.0.0.1:1',
          '--proxy-bypass-list=<-loopback>',
          '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
          '--webrtc-ip-handling-policy=disable_non_proxied_udp',
        ]),
    '--disable-quic',
    '--block-new-web-contents',
    '--disable-print-preview',
    '--deny-permission-prompts',

    // One artifact lives in one renderer process: a frame from elsewhere needs none of its own, it never loads.
    '--disable-site-isolation-trials',
    `--disable-features=${[
      'IsolateOrigins',
      'site-per-process',
      'IsolateSandboxedIframes',
      'SpareRendererForSitePerProcess',
      'Translate',
      'OptimizationHints',
      'MediaRouter',
      'DialMediaRouteProvider',
      'PaintHolding',
      'LazyFrameLoading',
      'AcceptCHFrame',
      'AutofillServerCommunication',
      'BackForwardCache',
      'DestroyProfileOnBrowserClose',
      'InterestFeedContentSuggestions',
      ...OFF_THREAD,
    ].join()}`,
    // A page that looks for a robot finds none: what people see is what is judged. A screen larger than the window, and a mouse
    // (hover 2, fine pointer 4: Blink's own numbers).
    '--disable-blink-features=AutomationControlled',
    '--screen-info={1920x1080}',
    '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
    `--js-flags=--max-old-space-size=${options.heapMb}`,
  ];
}
