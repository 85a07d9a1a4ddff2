import { describe, expect, test } from 'vitest';
import { cdnWants } from './index.js';

/** "name@range path", or "name@range" where the URL doesn't say the path in the package's terms. */
const wanted = (url: string) =>
  cdnWants(new URL(url)).map(
    ({ name, range, path }) => `${name}@${range ?? '*'}${path === undefined ? '' : ` ${path}`}`,
  );

describe('addresses that are read', () => {
  test.each([
    ['https://cdn.jsdelivr.net/npm/chart.js', 'chart.js@*'],
    [
      'https://cdn.jsdelivr.net/npm/chart.js@4.4.1/dist/chart.umd.min.js',
      'chart.js@4.4.1 dist/chart.umd.min.js',
    ],
    ['https://cdn.jsdelivr.net/npm/@tailwindcss/browser@4', '@tailwindcss/browser@4'],
    [
      'https://cdn.jsdelivr.net/npm/bootstrap-icons@1.11.3/font/fonts/bootstrap-icons.woff2?dd67',
      'bootstrap-icons@1.11.3 font/fonts/bootstrap-icons.woff2',
    ],
    ['https://fastly.jsdelivr.net/npm/vue@3/dist/vue.global.js', 'vue@3 dist/vue.global.js'],
    ['https://cdn.jsdelivr.net/gh/alpinejs/alpine@v2.8.2/dist/alpine.min.js', 'alpinejs@2.8.2'],
    [
      'https://cdn.jsdelivr.net/gh/highlightjs/cdn-release@11.9.0/build/highlight.min.js',
      '@highlightjs/cdn-assets@11.9.0',
    ],
    ['https://cdn.jsdelivr.net/gh/devicons/devicon@latest/devicon.min.css', 'devicon@* devicon.min.css'],
    ['https://cdn.jsdelivr.net/gh/mrdoob/three.js@r128/build/three.min.js', 'three@0.128.0'],
    ['https://unpkg.com/lucide@latest', 'lucide@latest'],
    ['https://unpkg.com/react@18/umd/react.production.min.js', 'react@18 umd/react.production.min.js'],
    [
      'https://unpkg.com/@lottiefiles/lottie-player@latest/dist/lottie-player.js',
      '@lottiefiles/lottie-player@latest dist/lottie-player.js',
    ],
    ['https://www.unpkg.com/three@0.160.0', 'three@0.160.0'],
    ['https://npm.elemecdn.com/aos@2.3.4/dist/aos.js', 'aos@2.3.4 dist/aos.js'],
    ['https://cdnjs.cloudflare.com/ajax/libs/Chart.js/3.9.1/chart.min.js', 'chart.js@3.9.1'],
    ['https://cdnjs.cloudflare.com/ajax/libs/three.js/r128/three.min.js', 'three@0.128.0'],
    ['https://cdnjs.cloudflare.com/ajax/libs/three.js/0.158.0/three.min.js', 'three@0.158.0'],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/font-awesome/6.4.0/css/all.min.css',
      '@fortawesome/fontawesome-free@6.4.0',
    ],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/font-awesome/4.7.0/css/font-awesome.min.css',
      'font-awesome@4.7.0',
    ],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/highlight.js/11.9.0/styles/github.min.css',
      '@highlightjs/cdn-assets@11.9.0',
    ],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/babel-standalone/6.26.0/babel.min.js',
      'babel-standalone@6.26.0',
    ],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/babel-standalone/7.23.5/babel.min.js',
      '@babel/standalone@7.23.5',
    ],
    ['https://cdnjs.cloudflare.com/ajax/libs/jqueryui/1.12.1/jquery-ui.min.js', 'jquery-ui-dist@1.12.1'],
    ['https://cdnjs.cloudflare.com/ajax/libs/jqueryui/1.13.2/jquery-ui.min.js', 'jquery-ui@1.13.2'],
    ['https://cdnjs.cloudflare.com/ajax/libs/popper.js/1.16.1/umd/popper.min.js', 'popper.js@1.16.1'],
    ['https://cdnjs.cloudflare.com/ajax/libs/popper.js/2.11.8/umd/popper.min.js', '@popperjs/core@2.11.8'],
    [
      'https://cdnjs.cloudflare.com/ajax/libs/plotly.js/2.27.0/plotly-basic.min.js',
      'plotly.js-basic-dist-min@2.27.0',
    ],
    ['https://cdnjs.cloudflare.com/ajax/libs/angular.js/1.8.3/angular-route.min.js', 'angular-route@1.8.3'],
    ['https://cdnjs.cloudflare.com/ajax/libs/stats.js/r16/Stats.min.js', 'stats.js@0.16.0'],
    ['https://cdnjs.cloudflare.com/ajax/libs/fontsource-inter/5.0.0/400.min.css', '@fontsource/inter@5.0.0'],
    ['https://cdnjs.cloudflare.com/ajax/libs/Some-Library/1.0.0/some.min.js', 'some-library@1.0.0'],
    ['https://cdn.bootcdn.net/ajax/libs/jquery/3.7.1/jquery.min.js', 'jquery@3.7.1'],
    ['https://lib.baomitu.com/jquery/3.7.1/jquery.min.js', 'jquery@3.7.1'],
    ['https://cdn.staticfile.net/vue/3.3.4/vue.global.min.js', 'vue@3.3.4'],
    ['https://lf3-cdn-tos.bytecdntp.com/cdn/expire-1-M/vue/2.6.14/vue.min.js', 'vue@2.6.14'],
    ['https://code.jquery.com/jquery-3.7.1.slim.min.js', 'jquery@3.7.1'],
    ['https://code.jquery.com/jquery-latest.min.js', 'jquery@1.11.1'],
    ['https://code.jquery.com/jquery-migrate-3.4.1.min.js', 'jquery-migrate@3.4.1'],
    ['https://code.jquery.com/ui/1.13.2/themes/base/jquery-ui.css', 'jquery-ui@1.13.2'],
    ['https://d3js.org/d3.v7.min.js', 'd3@7'],
    ['https://d3js.org/d3-geo.v3.min.js', 'd3-geo@3'],
    ['https://d3js.org/topojson.v2.min.js', 'topojson@2'],
    ['https://d3js.org/us-10m.v1.json', 'us-atlas@1'],
    ['https://cdn.plot.ly/plotly-2.27.0.min.js', 'plotly.js-dist-min@2.27.0'],
    ['https://cdn.plot.ly/plotly-latest.min.js', 'plotly.js-dist-min@1.58.5'],
    ['https://cdn.plot.ly/plotly-basic-2.27.0.min.js', 'plotly.js-basic-dist-min@2.27.0'],
    ['https://cdn.plot.ly/world_110m.json', 'plotly.js@2'],
    ['https://stackpath.bootstrapcdn.com/bootstrap/4.5.2/css/bootstrap.min.css', 'bootstrap@4.5.2'],
    ['https://maxcdn.bootstrapcdn.com/font-awesome/4.7.0/css/font-awesome.min.css', 'font-awesome@4.7.0'],
    ['https://cdn.tailwindcss.com', 'tailwindcss-cdn@3.4.10 tailwindcss.js'],
    ['https://cdn.tailwindcss.com/3.4.1', 'tailwindcss-cdn@3.4.10 tailwindcss.js'],
    ['https://cdn.tailwindcss.com?plugins=forms', 'tailwindcss-cdn@3.4.10 tailwindcss-with-forms.js'],
    [
      'https://cdn.tailwindcss.com/?plugins=forms,typography',
      'tailwindcss-cdn@3.4.10 tailwindcss-with-all-plugins.js',
    ],
    ['https://cdn.tailwindcss.com?plugins=line-clamp', 'tailwindcss-cdn@3.4.10 tailwindcss.js'],
    ['https://use.fontawesome.com/releases/v5.15.4/js/all.js', '@fortawesome/fontawesome-free@5.15.4'],
    ['https://kit.fontawesome.com/a076d05399.js', '@fortawesome/fontawesome-free@6 css/all.min.css'],
    ['https://ajax.googleapis.com/ajax/libs/jquery/3.7.1/jquery.min.js', 'jquery@3.7.1'],
    ['https://ajax.googleapis.com/ajax/libs/angularjs/1.8.2/angular.min.js', 'angular@1.8.2'],
    ['https://ajax.googleapis.com/ajax/libs/threejs/r84/three.min.js', 'three@0.84.0'],
    ['https://ajax.googleapis.com/ajax/libs/webfont/1.6.26/webfont.js', 'webfontloader@1.6.26'],
    ['https://ajax.aspnetcdn.com/ajax/jQuery/jquery-3.6.0.min.js', 'jquery@3.6.0'],
    ['https://threejs.org/build/three.module.js', 'three@* build/three.module.js'],
    [
      'https://threejs.org/examples/jsm/controls/OrbitControls.js',
      'three@* examples/jsm/controls/OrbitControls.js',
    ],
    [
      'https://cdn.babylonjs.com/loaders/babylonjs.loaders.min.js',
      'babylonjs-loaders@* babylonjs.loaders.min.js',
    ],
    ['https://preview.babylonjs.com/babylon.js', 'babylonjs@* babylon.js'],
    ['https://pixijs.download/v7.3.2/pixi.min.js', 'pixi.js@7.3.2'],
    ['https://pixijs.download/release/pixi.js', 'pixi.js@*'],
    ['https://aframe.io/releases/1.4.0/aframe.min.js', 'aframe@1.4.0'],
    ['https://code.highcharts.com/modules/exporting.js', 'highcharts@* modules/exporting.js'],
    ['https://code.highcharts.com/stock/11.1.0/highstock.js', 'highcharts@11.1.0'],
    [
      'https://code.highcharts.com/mapdata/custom/world.topo.json',
      '@highcharts/map-collection@* custom/world.topo.json',
    ],
    ['https://cdn.datatables.net/1.13.6/js/jquery.dataTables.min.js', 'datatables.net@1.13.6'],
    ['https://cdn.datatables.net/1.13.6/css/jquery.dataTables.min.css', 'datatables.net-dt@1.13.6'],
    ['https://cdn.datatables.net/1.13.6/css/dataTables.bootstrap5.min.css', 'datatables.net-bs5@1.13.6'],
    ['https://cdn.datatables.net/buttons/2.4.1/js/dataTables.buttons.min.js', 'datatables.net-buttons@2.4.1'],
    ['https://cdn.socket.io/4.7.2/socket.io.min.js', 'socket.io-client@4.7.2'],
    ['https://cdn.quilljs.com/1.3.6/quill.snow.css', 'quill@1.3.6'],
    ['https://www.chartjs.org/dist/2.9.4/Chart.min.js', 'chart.js@2.9.4'],
    ['https://cdn.anychart.com/releases/v8/js/anychart-bundle.min.js', 'anychart@8'],
    ['https://cdn.rawgit.com/michalsnik/aos/2.1.1/dist/aos.css', 'aos@2.1.1'],
    ['https://code.iconify.design/3/3.1.0/iconify.min.js', '@iconify/iconify@3.1.0'],
    ['https://www.gstatic.com/firebasejs/9.23.0/firebase-app.js', 'firebase@9.23.0'],
    ['http://cdn.jsdelivr.net/npm/jquery@3', 'jquery@3'],
  ])('%s', (url, expected) => {
    expect(wanted(url)).toEqual([expected]);
  });

  test('each part of what is combined', () => {
    expect(
      wanted('https://cdn.jsdelivr.net/combine/npm/jquery@3.7.1,npm/bootstrap@5/dist/js/bootstrap.min.js'),
    ).toEqual(['jquery@3.7.1', 'bootstrap@5 dist/js/bootstrap.min.js']);
  });
});

describe('addresses that are none of these', () => {
  test.each([
    ['modules made of packages', 'https://cdn.jsdelivr.net/npm/d3@7/+esm'],
    ['modules made of packages', 'https://unpkg.com/htm?module'],
    ['lists of files', 'https://unpkg.com/three?meta'],
    ['folders', 'https://cdn.jsdelivr.net/npm/three@0.160.0/'],
    ['folders', 'https://unpkg.com/three@0.160.0/build/'],
    ['unknown repositories', 'https://cdn.jsdelivr.net/gh/someone/something@1/a.png'],
    ['parts not understood', 'https://cdn.jsdelivr.net/combine/npm/jquery@3,gh/someone/something@1/a.js'],
    ['combined modules', 'https://cdn.jsdelivr.net/combine/npm/d3/+esm'],
    ['a host that only ends like one', 'https://evil-unpkg.com/three'],
    ['a host in another domain', 'https://unpkg.com.example.org/three'],
    ['another port', 'https://unpkg.com:8443/three'],
    ['another scheme', 'ftp://unpkg.com/three'],
    ['a path in disguise', 'https://unpkg.com/three@1/a%2f..%2f..%2fb'],
    ['a path in disguise', 'https://cdnjs.cloudflare.com/ajax/libs/jquery/3.7.1/a%2f..%2f..%2fb.js'],
    ['a name that is none', 'https://cdnjs.cloudflare.com/ajax/libs/.git/1/config'],
    ['a property of objects', 'https://cdnjs.cloudflare.com/ajax/libs/__proto__/1/a.js'],
    ['too few parts', 'https://cdnjs.cloudflare.com/ajax/libs/jquery/jquery.min.js'],
    ['Tailwind of another major', 'https://cdn.tailwindcss.com/4.0.0'],
    ['pages of a site', 'https://threejs.org/docs/'],
    ['pages of a site', 'https://d3js.org/'],
    ['data of a site', 'https://threejs.org/examples/textures/uv_grid_opengl.jpg'],
  ])('%s: %s', (_, url) => {
    expect(cdnWants(new URL(url))).toEqual([]);
  });
});
