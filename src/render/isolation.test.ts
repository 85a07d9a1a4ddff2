import { createSocket, type Socket } from 'node:dgram';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { launchBrowser } from './browser/launch.js';
import { locateBrowser } from './browser/locate.js';
import type { Capture } from './capture.js';
import { fontEnvironment } from './fonts/config.js';
import { createRenderer, type Renderer } from './index.js';
import { openPage } from './page/open.js';
import { pageOf } from './testing/page.js';

let renderer: Renderer;
let server: Server;
let stun: Socket;
/** Where a page that got out would be seen. */
let host: string;
let stunPort: number;
const reached: string[] = [];

beforeAll(async () => {
  renderer = await createRenderer({ concurrency: 1 });
  server = createServer((request, response) => response.end(request.url));
  server.on('connection', () => reached.push('tcp'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  stun = createSocket('udp4').on('message', () => reached.push('udp'));
  await new Promise<void>((resolve) => stun.bind(0, '127.0.0.1', resolve));
  stunPort = stun.address().port;
});

afterAll(async () => {
  await renderer.close();
  server.close();
  stun.close();
});

const render = (body: string): Promise<Capture> =>
  renderer.render(
    pageOf(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><body><p>Text</p>${body}`,
    ),
  );
const run = (script: string) => render(`<script>${script}</script>`);

const said = ({ data }: Capture) => data.console.map(({ text }) => text);
const asked = ({ data }: Capture) => data.requests.map(({ url, fate }) => `${fate} ${url}`);
const tried = ({ data }: Capture) => data.attempts.map(({ what, detail }) => `${what} ${detail}`);

test('the server that hostile pages try to reach can be reached from here', async () => {
  await fetch(`http://${host}/`);
  expect(reached.splice(0)).toEqual(['tcp']);
});

describe('nothing leaves the browser', () => {
  /** Every page must be seen whole, and no one may hear from it. */
  const unheard = async (capture: Promise<Capture>) => {
    const { data } = await capture;
    expect(data.outcome).toBe('ok');
    expect(data.layouts[0]!.nodes.some(({ text }) => text === 'Text')).toBe(true);
    expect(reached).toEqual([]);
    return capture;
  };

  test('requests of scripts', async () => {
    const capture = await unheard(
      run(`
        fetch('http://${host}/fetch').catch(() => console.log('fetch failed'));
        const xhr = new XMLHttpRequest(); xhr.open('GET', 'http://${host}/xhr'); xhr.send();
        xhr.onerror = () => console.log('xhr failed');
        new Image().src = 'http://${host}/image.png';
        navigator.sendBeacon('http://${host}/beacon', 'x');
        const events = new EventSource('http://${host}/events'); events.onerror = () => events.close();
        const socket = new WebSocket('ws://${host}/socket');
        socket.onopen = () => console.log('socket opened');
        socket.onerror = () => console.log('socket failed');
        new WebTransport('https://${host}/').ready.catch(() => console.log('transport failed'));
      `),
    );
    expect(said(capture).sort()).toEqual(['fetch failed', 'socket failed', 'transport failed', 'xhr failed']);
    expect(asked(capture)).toContain(`placeholder http://${host}/image.png`);
    for (const path of ['fetch', 'xhr', 'beacon', 'events']) {
      expect(asked(capture)).toContain(`unavailable http://${host}/${path}`);
    }
    expect(tried(capture)).toContain(`websocket ws://${host}/socket`);
  });

  test('requests of workers', async () => {
    const capture = await unheard(
      run(`
        const code = \`
          try { importScripts('http://${host}/import.js'); postMessage('imported') } catch { postMessage('import failed') }
          fetch('http://${host}/from-worker').catch(() => postMessage('fetch failed'));
          new WebSocket('ws://${host}/from-worker').onerror = () => postMessage('socket failed');\`;
        const url = URL.createObjectURL(new Blob([code]));
        new Worker(url).onmessage = (event) => console.log(event.data);
        new SharedWorker(URL.createObjectURL(new Blob([\`fetch('http://${host}/'); new WebSocket('ws://${host}/')\`])));
      `),
    );
    expect(said(capture)).not.toContain('imported');
    expect(asked(capture)).toContain(`unavailable http://${host}/import.js`);
    expect(asked(capture)).toContain(`unavailable http://${host}/from-worker`);
    expect(tried(capture)).toContain(`websocket ws://${host}/from-worker`);
  });

  test('requests of markup and styles', async () => {
    const capture = await unheard(
      render(`
        <link rel="prefetch" href="http://${host}/prefetch"><link rel="preconnect" href="http://${host}">
        <link rel="dns-prefetch" href="http://${host}"><link rel="modulepreload" href="http://${host}/module">
        <link rel="stylesheet" href="http://${host}/sheet.css"><link rel="icon" href="http://${host}/icon.png">
        <iframe src="http://${host}/frame"></iframe><object data="http://${host}/object"></object>
        <video src="http://${host}/video.mp4" autoplay></video><script src="http://${host}/script.js"></script>
        <svg><image href="http://${host}/svg.png"/></svg><a id="a" href="#x" ping="http://${host}/ping">link</a>
        <style>@import url(http://${host}/import.css); body { background: url(http://${host}/background.png) }
          @font-face { font-family: f; src: url(http://${host}/font.woff2) } p { font-family: f }</style>
        <script type="speculationrules">{"prerender": [{"source": "list", "urls": ["http://${host}/next"]}]}</script>
        <script>a.click()</script>`),
    );
    for (const path of ['prefetch', 'module', 'sheet.css', 'video.mp4', 'script.js']) {
      expect(asked(capture)).toContain(`unavailable http://${host}/${path}`);
    }
    for (const path of ['frame', 'object', 'svg.png', 'background.png']) {
      expect(asked(capture)).toContain(`placeholder http://${host}/${path}`);
    }
    for (const path of ['ping', 'import.css', 'font.woff2']) {
      expect(asked(capture)).toContain(`unavailable http://${host}/${path}`);
    }
  });

  test('WebRTC', async () => {
    const capture = await unheard(
      run(`
        const peer = new RTCPeerConnection({ iceServers: [
          { urls: 'stun:127.0.0.1:${stunPort}' },
          { urls: 'turn:${host}?transport=tcp', username: 'a', credential: 'b' } ] });
        peer.onicecandidate = ({ candidate }) => candidate && console.log(candidate.candidate);
        peer.createDataChannel('x');
        peer.createOffer().then((offer) => peer.setLocalDescription(offer)).then(() => console.log('offered'));
      `),
    );
    expect(said(capture)).toEqual(['offered']);
  });

  test.each([
    [
      'a form',
      (url: string) => `<form id="f" method="post" action="${url}"></form><script>f.submit()</script>`,
    ],
    ['a refresh', (url: string) => `<meta http-equiv="refresh" content="0;url=${url}">`],
    ['a script', (url: string) => `<script>location.href = '${url}'</script>`],
    ['a frame', (url: string) => `<iframe srcdoc="<script>top.location = '${url}'</script>"></iframe>`],
  ])('a navigation by %s', async (_, body) => {
    const url = `http://${host}/away`;
    expect(tried(await unheard(render(body(url))))).toEqual([`navigation ${url}`]);
  });

  test('local files and the browser’s own pages', async () => {
    const capture = await unheard(
      render(`<iframe src="file:///etc/passwd"></iframe><img src="file:///etc/hostname">
        <script>
          fetch('file:///etc/passwd').then((r) => r.text()).then((text) => console.log('read ' + text), () => console.log('no'));
          window.open('file:///etc/shadow');
          location = 'file:///etc/group';
          location = 'chrome://version/';
          location = 'data:text/html,<h1>other</h1>';
        </script>`),
    );
    expect(said(capture)).toEqual(['no']);
    for (const file of ['etc/passwd', 'etc/hostname', 'etc/shadow', 'etc/group']) {
      expect(asked(capture)).toContain(`blocked file:///${file}`);
    }
    expect(asked(capture)).toContain('blocked chrome://version/');
    expect(asked(capture).some((line) => line.startsWith('blocked data:'))).toBe(true);
  });
});

describe('what a page may not do is recorded, and nothing else happens', () => {
  test('popups', async () => {
    const capture = await render(`<a id="a" target="_blank" href="https://example.org/">link</a><script>
      console.log(window.open(), window.open('about:blank'), window.open('/other.html', 'name', 'width=100'));
      window.open(undefined);
      a.click();
    </script>`);
    expect(capture.data.fingerprint.determinism).toBe('lockstep');
    expect(said(capture)).toEqual(['null null null']);
    expect(tried(capture)).toEqual([
      'popup about:blank',
      'popup about:blank',
      'popup about:blank',
      'popup https://example.org/',
      'popup https://www.example.com/other.html',
    ]);
    expect(capture.data.pictures[0]!.height).toBe(960);
  });

  test('downloads', async () => {
    const capture = await render(`<a id="a" download="a.txt" href="data:text/plain,x">a</a><script>
      a.click();
      a.href = URL.createObjectURL(new Blob(['y']));
      a.click();
    </script>`);
    expect(tried(capture)).toEqual(['download blob:', 'download data:text/plain,x']);
  });

  test('dialogs', async () => {
    const capture = await run(`
      alert('one');
      document.title = confirm('two') + '|' + prompt('three', 'four');
      addEventListener('beforeunload', (event) => event.preventDefault());
      setTimeout(() => location.assign('https://example.org/'), 100);
    `);
    expect(capture.data.title).toBe('true|');
    expect(capture.data.dialogs).toEqual([
      { type: 'alert', message: 'one' },
      { type: 'confirm', message: 'two' },
      { type: 'prompt', message: 'three' },
    ]);
    expect(tried(capture)).toEqual(['navigation https://example.org/']);
  });

  test('printing', async () => {
    const capture = await run(
      `print(); addEventListener('load', () => window.print()); console.log(typeof kallosPrint)`,
    );
    expect(tried(capture)).toEqual(['print ', 'print ']);
    expect(said(capture)).toEqual(['undefined']);
  });

  test('service workers', async () => {
    const capture = await run(
      `navigator.serviceWorker.register('/worker.js').then(() => console.log('registered'), () => console.log('refused'))`,
    );
    expect(said(capture)).toEqual(['refused']);
  });

  test('clipboard, location, camera, storage', async () => {
    const capture = await run(`
      const asked = {
        write: navigator.clipboard.writeText('secret'), read: navigator.clipboard.readText(),
        camera: navigator.mediaDevices.getUserMedia({ video: true }),
        place: new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no)),
      };
      for (const [name, answer] of Object.entries(asked)) {
        answer.then(() => console.log(name + ' granted'), () => console.log(name + ' refused'));
      }
      console.log(document.execCommand('copy'), document.execCommand('paste'));
    `);
    const heard = said(capture).sort();
    expect(heard.filter((line) => line.endsWith('granted'))).toEqual([]);
    // The camera is looked for in real time: that answer may come when the page's time is over.
    expect(heard.filter((line) => !line.startsWith('camera'))).toEqual([
      'false false',
      'place refused',
      'read refused',
      'write refused',
    ]);
  });
});

describe('what is read is not what a page says', () => {
  const BODY = `<h1 id="top">Heading</h1><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><div style="height: 2500px">
    <p style="margin-top: 1500px; color: red">Below the fold</p></div>`;
  const HOSTILE = `
    const bad = () => { throw new Error('patched') };
    document.querySelectorAll = window.scrollTo = window.getComputedStyle = JSON.stringify = Array.from = bad;
    for (const of of [Array.prototype, Map.prototype, String.prototype, Element.prototype, Document.prototype]) {
      for (const name of Object.getOwnPropertyNames(of)) if (name !== 'constructor') try { of[name] = bad } catch {}
    }
    for (const [of, name] of [[Node.prototype, 'parentNode'], [Node.prototype, 'childNodes'], [document, 'title'],
        [Element.prototype, 'scrollHeight'], [HTMLElement.prototype, 'offsetHeight'], [HTMLImageElement.prototype, 'complete']]) {
      Object.defineProperty(of, name, { get: bad });
    }
    window.innerHeight = 1; Object.freeze(Object.prototype);
    addEventListener('error', (event) => event.preventDefault());`;

  test('functions and getters that a page has replaced', async () => {
    const honest = await render(`${BODY}<script>/* nothing */</script>`);
    const patched = await render(`${BODY}<script>${HOSTILE}</script>`);
    expect(patched.data.outcome).toBe('ok');
    expect(patched.data.title).toBe('Page');
    expect(patched.data.layouts).toEqual(honest.data.layouts);
    expect(patched.data.pictures).toEqual(honest.data.pictures);
  });

  test('elements whose names hide the document’s own properties', async () => {
    const names = ['title', 'querySelectorAll', 'scrollingElement', 'documentElement', 'body'];
    const capture = await render(
      `${BODY}${names.map((name) => `<form name="${name}"></form><img name="${name}">`).join('')}`,
    );
    expect(capture.data.outcome).toBe('ok');
    expect(capture.data.title).toBe('Page');
    expect(capture.data.layouts[0]!.page[1]).toBeGreaterThan(2500);
    expect(capture.data.layouts[0]!.images).toHaveLength(1 + names.length);
  });
});

test('nothing of one artifact is there for the next', async () => {
  await run(`
    document.cookie = 'a=1; max-age=9999; secure'; localStorage.a = 1; sessionStorage.a = 1; window.name = 'mark';
    indexedDB.open('mark', 3); caches.open('mark').then((cache) => cache.put('/x', new Response('x')));
  `);
  // What other processes of the browser answer takes no time of the page's: on a busy machine its life may be over before.
  const found = await vi.waitUntil(
    async () => {
      const next = await run(`(async () => console.log(JSON.stringify([document.cookie, localStorage.length,
        sessionStorage.length, window.name, await indexedDB.databases(), await caches.keys(),
        (await navigator.serviceWorker.getRegistrations()).length])))()`);
      return said(next)[0];
    },
    { timeout: 60_000 },
  );
  expect(JSON.parse(found)).toEqual(['', 0, 0, '', [], [], 0]);
});

const linux = process.platform === 'linux';
if (!linux)
  console.log('Skipped: the processes of the browser are looked at through /proc, which only Linux has.');

test.runIf(linux)('Chromium’s sandbox is on, and the browser lives in namespaces of its own', async () => {
  const fonts = await fontEnvironment();
  const browser = await launchBrowser({
    browser: await locateBrowser(),
    environment: fonts.env,
    heapMb: 512,
  });
  try {
    await openPage(browser, [800, 600], browser.frames);
    const about = (pid: number) => ({
      type: /--type=([a-z-]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[1] ?? 'browser',
      seccomp: /^Seccomp:\s*(\d)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
      noNewPrivileges: /^NoNewPrivs:\s*(\d)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
      user: readFileSync(`/proc/${pid}/uid_map`, 'utf8').trim().split(/\s+/)[0],
      network: readlinkSync(`/proc/${pid}/ns/net`),
      processes: readlinkSync(`/proc/${pid}/ns/pid`),
    });
    const isOfPage = ({ type }: { type: string }) => type === 'renderer';
    // Processes come and go while a browser starts, and one that was just forked puts its walls up before it does
    // anything else: the family is looked at anew until it is all there.
    const all = await vi.waitFor(async () => {
      const { pids } = (await browser.usage())!;
      const family = pids.map(about);
      // Every process of the family is seen, those that other threads started too: else their CPU and memory are not counted.
      expect(family.map(({ type }) => type)).toEqual(
        expect.arrayContaining(['zygote', 'gpu-process', 'utility', 'renderer']),
      );
      for (const page of family.filter(isOfPage))
        expect(page).toMatchObject({ seccomp: '2', noNewPrivileges: '1' });
      expect(groupOf(pids[0]!).sort()).toEqual(pids.sort());
      return family;
    }, 60_000);
    if (browser.isolation.kind === 'none') {
      console.log('Skipped: this system offers no namespaces.');
      return;
    }
    for (const process of all.filter(({ type }) => type !== 'browser')) {
      expect(process.network).not.toBe(readlinkSync('/proc/self/ns/net'));
      expect(process.user).not.toBe('0');
    }
    for (const page of all.filter(isOfPage))
      expect(page.processes).not.toBe(readlinkSync('/proc/self/ns/pid'));
  } finally {
    await browser.kill();
  }
});

/** All processes in the process group of one. */
function groupOf(leader: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) === leader;
      } catch {
        return false;
      }
    });
}
