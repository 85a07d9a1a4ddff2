import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Capture } from '../capture.js';
import { createRenderer, type Renderer } from '../renderer.js';
import { layoutOf, outputOf, pageOf } from '../testing/page.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ concurrency: 1 });
});
afterAll(() => renderer.close());

/** Ids of the elements that draw a placeholder. */
function marked(capture: Capture): string[] {
  return layoutOf(capture).nodes.flatMap(({ placeholder, attributes, name }) =>
    placeholder ? [attributes?.['id'] ?? name] : [],
  );
}

const DOT = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>";

it('placeholders are known wherever they are drawn', async () => {
  const capture = await renderer.render(
    pageOf({
      'own.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      'index.html': `<!doctype html><style>
          #back { background: linear-gradient(#000, #fff), url(https://picsum.photos/300/200#top) }
          #before::before { content: ''; display: block; height: 9px; background: url('//picsum.photos/9') }
          #mask { width: 9px; height: 9px; background: red; mask-image: url(https://example.org/icon.svg) }
          #plain { background: url(own.svg) }
        </style>
        <img id="img" src="https://picsum.photos/200/100">
        <picture><source media="(min-width: 1px)" srcset="https://picsum.photos/400/300 1x, https://picsum.photos/800/600 2x"><img id="picture" src="own.svg"></picture>
        <div id="back">a</div><div id="before">b</div><div id="mask"></div><div id="plain">c</div>
        <svg width="50" height="50"><image id="drawn" href="https://placehold.co/40x40" width="40" height="40"/></svg>
        <video id="poster" poster="https://picsum.photos/320/180" width="320"></video>
        <iframe id="frame" src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>
        <input id="input" type="image" src="https://picsum.photos/30" alt="">
        <img id="own" src="own.svg"><img id="data" src="${DOT}"><img id="gone" src="gone.png">
        <x-card></x-card><script>
          const root = document.querySelector('x-card').attachShadow({ mode: 'open' });
          root.innerHTML = '<img id="shadowed" src="https://picsum.photos/64">';
        </script>`,
    }),
  );
  expect(marked(capture)).toEqual([
    'img',
    'picture',
    'back',
    '::before',
    'mask',
    'drawn',
    'poster',
    'frame',
    'input',
    'shadowed',
  ]);
  const { images, nodes } = layoutOf(capture);
  const states = Object.fromEntries(
    images.map(({ node, state, naturalWidth }) => [
      nodes[node]!.attributes!['id']!,
      `${state} ${naturalWidth}`,
    ]),
  );
  expect(states).toEqual({
    img: 'placeholder 200',
    picture: 'placeholder 400',
    own: 'loaded 9',
    data: 'loaded 9',
    gone: 'broken 0',
  });
});

it('placeholders draw in canvases and as textures', async () => {
  const capture = await renderer.render(
    pageOf(`<!doctype html><output></output><canvas width="4" height="4"></canvas><script type="module">
      const image = new Image();
      image.crossOrigin = 'anonymous';
      image.src = 'https://picsum.photos/64/32';
      await image.decode();
      const context = document.querySelector('canvas').getContext('2d');
      context.drawImage(image, 0, 0, 4, 4);
      const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
      const bitmap = await createImageBitmap(image);
      const gl = document.createElement('canvas').getContext('webgl');
      gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
      document.querySelector('output').textContent =
        [r === g && g === b && r > 100, a, bitmap.width, gl.getError()].join(' ');
    </script>`),
  );
  expect(outputOf(capture)).toBe('true 255 64 0');
});
