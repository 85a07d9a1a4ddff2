/**
 * The libraries and fonts that the built-in lock covers, in the versions that models write. `npm run lock` makes the lock from this list;
 * nothing else reads it.
 */
export interface Library {
  name: string;
  /** Exact versions, as the registry has them. */
  versions: readonly string[];
  /**
   * Which version stands for a range ("*" is no range at all and `latest`), or for a file of it ("*\/dist/a.js"), where that is not
   * the newest listed version that satisfies it.
   */
  ranges?: Readonly<Record<string, string>>;
  /** True when pages load only files that need nothing else, so that what it depends on is left out. */
  alone?: boolean;
}

const library = (name: string, versions: string, ranges?: Library['ranges']): Library => ({
  name,
  versions: versions.split(' '),
  ...(ranges && { ranges }),
});
const alone = (name: string, versions: string): Library => ({ ...library(name, versions), alone: true });

/**
 * A name without a version means the newest listed one, as on the CDN. Exceptions stand here: a new major that took away what every
 * page without a version calls, so that the newest version would break what the page's author saw working.
 */
export const LIBRARIES: readonly Library[] = [
  // Frameworks
  library('react', '16.14.0 17.0.2 18.2.0 18.3.1 19.0.0 19.1.0 19.2.0', {
    '*/umd/react.production.min.js': '18.3.1',
    '*/umd/react.development.js': '18.3.1',
  }),
  library('react-dom', '16.14.0 17.0.2 18.2.0 18.3.1 19.0.0 19.1.0 19.2.0', {
    '*/umd/react-dom.production.min.js': '18.3.1',
    '*/umd/react-dom.development.js': '18.3.1',
  }),
  alone('vue', '2.6.14 2.7.14 2.7.16'),
  library('vue', '3.2.47 3.3.4 3.4.21 3.4.38 3.5.13 3.5.45'),
  library('vue-router', '3.6.5 4.2.5 4.5.0'),
  library('pinia', '2.1.7 2.3.1'),
  library('vuex', '3.6.2 4.1.0'),
  library('preact', '10.19.3 10.24.3 10.26.4'),
  library('htm', '3.1.1'),
  library('lit', '2.8.0 3.1.2 3.3.1'),
  library('svelte', '5.57.3'),
  library('alpinejs', '2.8.2 3.10.5 3.12.0 3.13.3 3.13.5 3.14.1 3.14.9'),
  library('@alpinejs/collapse', '3.13.5 3.14.9'),
  library('@alpinejs/focus', '3.14.9'),
  library('@alpinejs/intersect', '3.13.5 3.14.9'),
  library('@alpinejs/persist', '3.13.5 3.14.9'),
  library('htmx.org', '1.9.2 1.9.6 1.9.10 1.9.12 2.0.0 2.0.2 2.0.4'),
  alone('hyperscript.org', '0.9.12 0.9.14'),
  library('jquery', '1.12.4 2.2.4 3.2.1 3.3.1 3.4.1 3.5.1 3.6.0 3.6.4 3.7.0 3.7.1'),
  alone('jquery-ui', '1.13.2'),
  library('jquery-ui-dist', '1.12.1 1.13.2'),
  library('@babel/standalone', '7.22.10 7.23.5 7.23.10 7.24.7 7.26.4 7.28.4'),
  library('babel-standalone', '6.26.0'),
  library('es-module-shims', '1.6.3 1.8.0 1.10.0'),

  // What React pages bring along
  library('framer-motion', '10.16.4 10.18.0 11.0.3 11.18.2 12.23.12', {
    '*/dist/framer-motion.js': '12.23.12',
  }),
  library('motion', '11.18.2 12.23.12'),
  library('zustand', '4.4.7 4.5.0 4.5.7 5.0.8'),
  library('recharts', '2.5.0 2.8.0 2.10.3 2.12.7 2.15.4 3.1.2', {
    '*/umd/Recharts.js': '2.15.4',
    '*/umd/Recharts.min.js': '2.15.4',
  }),
  library('prop-types', '15.7.2 15.8.1'),
  library('react-is', '16.13.1 18.2.0 18.3.1 19.1.0'),
  library('lucide-react', '0.263.1 0.292.0 0.344.0 0.383.0 0.460.0 0.544.0'),
  library('@heroicons/react', '1.0.6 2.0.18 2.2.0'),
  library('react-router-dom', '5.3.4 6.3.0 6.22.3 6.30.1'),
  library('styled-components', '5.3.11 6.1.19'),
  library('clsx', '1.2.1 2.1.1'),
  library('classnames', '2.3.2 2.5.1'),
  library('tailwind-merge', '2.6.0 3.3.1'),
  library('immer', '9.0.21 10.1.1'),
  library('@react-three/fiber', '8.15.16 8.18.0'),

  // Styles
  library('tailwindcss-cdn', '3.4.10'),
  library('@tailwindcss/browser', '4.0.0 4.1.0 4.1.11 4.1.14'),
  alone('daisyui', '3.9.4 4.7.2 4.12.10 4.12.24 5.0.50'),
  alone('flowbite', '1.8.1 2.2.1 2.3.0 2.5.2 3.1.2'),
  library('bootstrap', '3.4.1 4.5.2 4.6.2 5.0.2 5.1.3 5.2.3 5.3.0 5.3.2 5.3.3 5.3.8'),
  library('@popperjs/core', '2.9.2 2.11.6 2.11.8'),
  library('popper.js', '1.16.1'),
  library('bulma', '0.9.4 1.0.2'),
  library('materialize-css', '1.0.0'),
  library('@picocss/pico', '1.5.13 2.1.1'),
  library('normalize.css', '8.0.1'),
  library('animate.css', '3.7.2 4.1.1'),

  // Icons
  library('font-awesome', '4.7.0'),
  alone('@fortawesome/fontawesome-free', '5.15.4 6.0.0 6.4.0 6.5.1 6.5.2 6.7.2'),
  library('lucide', '0.263.0 0.294.0 0.344.0 0.460.0 0.544.0'),
  alone('feather-icons', '4.28.0 4.29.0 4.29.2'),
  alone('ionicons', '7.1.0'),
  library('bootstrap-icons', '1.8.1 1.10.5 1.11.0 1.11.1 1.11.3 1.13.1'),
  library('remixicon', '3.5.0 4.6.0'),
  alone('boxicons', '2.1.4'),
  library('@phosphor-icons/web', '2.1.1'),
  library('@mdi/font', '7.4.47'),
  library('line-awesome', '1.3.0'),
  library('material-icons', '1.13.14'),

  // Three dimensions, games and drawing
  library(
    'three',
    '0.128.0 0.147.0 0.150.1 0.152.2 0.155.0 0.158.0 0.160.0 0.161.0 0.163.0 0.164.1 0.170.0 0.180.0',
    {
      '*/build/three.min.js': '0.160.0',
      '*/build/three.js': '0.160.0',
      '*/examples/js/controls/OrbitControls.js': '0.147.0',
      '*/examples/js/loaders/GLTFLoader.js': '0.147.0',
    },
  ),
  library('stats.js', '0.17.0'),
  library('dat.gui', '0.7.7 0.7.9'),
  library('lil-gui', '0.17.0 0.18.2 0.19.2 0.20.0'),
  library('cannon', '0.6.2'),
  library('cannon-es', '0.19.0 0.20.0'),
  library('simplex-noise', '2.4.0 3.0.1 4.0.1'),
  library('@tweenjs/tween.js', '18.6.4 23.1.1 25.0.0'),
  library('p5', '1.4.0 1.9.0 1.9.4 1.11.10'),
  library('pixi.js', '6.5.10 7.2.4 7.4.2 8.6.6'),
  alone('phaser', '3.80.1'),
  library('matter-js', '0.14.2 0.17.1 0.18.0 0.19.0 0.20.0'),
  alone('aframe', '1.6.0'),
  library('ogl', '1.0.11'),
  library('fabric', '5.3.0'),
  library('konva', '8.4.3 9.3.6'),
  library('paper', '0.12.17'),
  library('roughjs', '4.6.6'),
  library('zdog', '1.1.3'),

  // Motion and sound
  library('gsap', '3.9.1 3.10.4 3.11.4 3.11.5 3.12.0 3.12.2 3.12.4 3.12.5 3.12.7 3.13.0'),
  library('animejs', '3.2.1 3.2.2 4.0.2 4.1.3', {
    '*': '3.2.2',
  }),
  library('aos', '2.3.1 2.3.4 3.0.0-beta.6', { next: '3.0.0-beta.6' }),
  library('lenis', '1.1.14 1.3.11'),
  library('@studio-freight/lenis', '1.0.42'),
  library('scrollreveal', '4.0.9'),
  library('split-type', '0.3.4'),
  library('splitting', '1.0.6 1.1.0'),
  library('typed.js', '2.0.12 2.0.16 2.1.0'),
  library('vanilla-tilt', '1.7.0 1.8.1'),
  library('canvas-confetti', '1.5.1 1.6.0 1.9.2 1.9.3'),
  library('particles.js', '2.0.0'),
  alone('tsparticles', '2.12.0 3.8.1'),
  alone('tsparticles-slim', '2.12.0'),
  library('lottie-web', '5.12.2'),
  alone('@lottiefiles/lottie-player', '1.7.1 2.0.3 2.0.8 2.0.12'),
  alone('@dotlottie/player-component', '2.7.12'),
  alone('@lottiefiles/dotlottie-wc', '0.7.2'),
  library('howler', '2.2.3 2.2.4'),
  library('tone', '14.8.49'),

  // Charts and maps
  library('chart.js', '2.9.4 3.7.1 3.9.1 4.3.0 4.4.0 4.4.1 4.4.3 4.4.7 4.5.0'),
  library('chartjs-plugin-datalabels', '2.2.0'),
  library('chartjs-plugin-annotation', '2.2.1 3.1.0'),
  alone('chartjs-adapter-date-fns', '3.0.0'),
  library('d3', '3.5.17 4.13.0 5.16.0 6.7.0 7.8.5 7.9.0'),
  library('d3-sankey', '0.12.3'),
  library('d3-cloud', '1.2.7'),
  library('topojson-client', '3.1.0'),
  library('world-atlas', '2.0.2'),
  library('us-atlas', '3.0.1'),
  library('echarts', '5.4.3 5.5.0 5.6.0'),
  library('plotly.js-dist-min', '1.58.5 2.20.0 2.24.1 2.26.0 2.27.0 2.32.0 2.35.2 3.0.1'),
  alone('apexcharts', '3.35.0 3.45.1 3.54.1 4.7.0'),
  library('vega', '5.33.0'),
  library('vega-lite', '5.23.0'),
  library('vega-embed', '6.29.0'),
  library('cytoscape', '3.26.0 3.28.1 3.33.1'),
  alone('vis-network', '9.1.9'),
  library('leaflet', '1.7.1 1.9.3 1.9.4'),
  alone('maplibre-gl', '4.7.1'),
  library('mermaid', '10.9.1 11.10.1'),

  // Text
  library('katex', '0.16.4 0.16.8 0.16.9 0.16.10 0.16.11 0.16.22'),
  library('mathjax', '3.2.2'),
  library('highlight.js', '11.9.0 11.11.1'),
  library('@highlightjs/cdn-assets', '11.7.0 11.8.0 11.9.0 11.10.0 11.11.1'),
  library('prismjs', '1.28.0 1.29.0 1.30.0'),
  library('codemirror', '5.65.2 5.65.16 6.0.1', { '*/lib/codemirror.js': '5.65.16' }),
  library('marked', '4.0.2 4.3.0 5.1.2 9.1.6 12.0.2 15.0.12 16.2.1', {
    '*/marked.min.js': '15.0.12',
  }),
  library('markdown-it', '13.0.1 13.0.2 14.1.0 14.1.1'),
  library('dompurify', '2.4.0 3.0.5 3.0.6 3.0.8 3.1.6 3.2.6 3.3.3'),
  library('diff', '5.1.0 8.0.2'),
  library('diff2html', '3.4.48'),
  library('quill', '1.3.6 1.3.7 2.0.3'),
  alone('handlebars', '4.7.7 4.7.8'),
  library('mustache', '4.2.0'),

  // Widgets
  alone('swiper', '8.4.7 9.4.1 10.3.1 11.0.5 11.1.14 11.2.10'),
  library('slick-carousel', '1.8.1'),
  library('owl.carousel', '2.3.4'),
  library('@splidejs/splide', '4.1.3 4.1.4'),
  library('glightbox', '3.2.0 3.3.1'),
  library('sortablejs', '1.14.0 1.15.0 1.15.2 1.15.6'),
  library('flatpickr', '4.6.13'),
  library('select2', '4.0.13 4.1.0-rc.0'),
  library('sweetalert2', '11.7.32 11.10.5 11.22.5'),
  library('toastify-js', '1.12.0'),
  library('tippy.js', '6.3.7'),
  library('isotope-layout', '3.0.6'),
  library('masonry-layout', '4.2.2'),
  library('imagesloaded', '4.1.4 5.0.0'),

  // Tools
  library('lodash', '4.17.20 4.17.21'),
  library('underscore', '1.13.6'),
  library('axios', '0.27.2 1.4.0 1.6.0 1.6.8 1.7.9 1.11.0'),
  library('moment', '2.29.1 2.29.4 2.30.1'),
  library('dayjs', '1.11.9 1.11.10 1.11.13'),
  library('luxon', '3.4.4 3.7.1'),
  library('date-fns', '2.30.0 3.6.0'),
  library('numeral', '2.0.6'),
  library('uuid', '8.3.2 9.0.1'),
  library('mathjs', '12.4.0'),
  library('chroma-js', '2.4.2'),
  library('js-yaml', '4.1.0'),
  library('crypto-js', '4.1.1 4.2.0'),
  library('file-saver', '2.0.5'),
  library('html2canvas', '1.4.1'),
  library('jspdf', '2.5.1 2.5.2 3.0.2'),
  library('papaparse', '5.3.0 5.3.2 5.4.1 5.5.3'),
  alone('xlsx', '0.18.5'),
  library('jszip', '3.7.1 3.10.1'),
  alone('pdfjs-dist', '3.4.120 3.11.174'),
  library('sql.js', '1.11.0'),
  library('jsmediatags', '3.9.5 3.9.7'),
  library('qrcode', '1.5.1 1.5.4'),
  library('qrcodejs', '1.0.0'),
  library('qrcode-generator', '1.4.4'),
  library('jsbarcode', '3.11.6'),
  library('countup.js', '2.8.0'),
];

/** The package with the files of one Google font: variable where it exists, since one file then holds every weight. */
const family = (scope: string) => (name: string) => library(`@${scope}/${name}`, '5.3.0');

const VARIABLE =
  'archivo bitter bricolage-grotesque cairo caveat cinzel comfortaa cormorant-garamond crimson-pro dancing-script dm-sans eb-garamond ' +
  'exo-2 figtree fira-code fraunces geist geist-mono hanken-grotesk ibm-plex-sans inconsolata instrument-sans inter inter-tight ' +
  'jetbrains-mono josefin-sans karla lexend lora manrope merriweather montserrat mulish newsreader noto-sans noto-serif nunito ' +
  'nunito-sans open-sans orbitron oswald outfit playfair-display plus-jakarta-sans public-sans quicksand raleway roboto ' +
  'roboto-condensed roboto-mono roboto-slab rubik sora source-code-pro source-sans-3 space-grotesk syne unbounded urbanist work-sans';

const STATIC =
  'abril-fatface amatic-sc anton archivo-black audiowide bangers barlow barlow-condensed bebas-neue courier-prime crimson-text ' +
  'dm-mono dm-serif-display fira-sans great-vibes ibm-plex-mono ibm-plex-serif indie-flower instrument-serif lato ' +
  'libre-baskerville lobster material-icons material-icons-outlined material-icons-round material-icons-sharp monoton pacifico ' +
  'patrick-hand permanent-marker poppins press-start-2p pt-sans pt-serif rajdhani righteous satisfy share-tech-mono silkscreen ' +
  'space-mono special-elite spectral ubuntu vt323';

export const FONTS: readonly Library[] = [
  ...VARIABLE.split(' ').map(family('fontsource-variable')),
  ...STATIC.split(' ').map(family('fontsource')),
  library('@fontsource-variable/source-serif-4', '5.3.1'),
  library('@fontsource-variable/noto-sans-jp', '5.3.1'),
  library('@fontsource-variable/material-symbols-outlined', '5.3.8'),
  library('@fontsource-variable/material-symbols-rounded', '5.3.8'),
  library('@fontsource-variable/material-symbols-sharp', '5.3.8'),
  library('inter-ui', '4.1.1'),
];
