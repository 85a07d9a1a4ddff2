import type { Reading } from './files.js';
import { packagePath } from './package-path.js';
import { readPublished } from './published.js';

interface Repository {
  name: string;
  /** Folder of the repository that is the root of the package: "build" in highlightjs/cdn-release. */
  root?: string;
  /** Tag of the repository -> version on npm, where they differ. */
  version?: (tag: string) => string;
}

/** "r128" and "0.128.0" of three.js. */
export const threeVersion = (release: string) =>
  release.replace(/^r(\d+)(?:\.(\d+))?$/, (_, major: string, minor = '0') => `0.${major}.${minor}`);

/** Repositories, in lower case, whose files are those of an npm package of the same version. */
const REPOSITORIES = new Map<string, Repository>([
  ['alpinejs/alpine', { name: 'alpinejs', root: 'packages/alpinejs' }],
  ['jquery/jquery', { name: 'jquery' }],
  ['jquery/jquery-dist', { name: 'jquery' }],
  ['highlightjs/cdn-release', { name: '@highlightjs/cdn-assets', root: 'build' }],
  ['devicons/devicon', { name: 'devicon' }],
  ['lipis/flag-icons', { name: 'flag-icons' }],
  ['lipis/flag-icon-css', { name: 'flag-icon-css' }],
  ['mrdoob/three.js', { name: 'three', version: threeVersion }],
  ['twbs/bootstrap', { name: 'bootstrap' }],
  ['twbs/icons', { name: 'bootstrap-icons' }],
  ['fortawesome/font-awesome', { name: '@fortawesome/fontawesome-free' }],
  ['simple-icons/simple-icons', { name: 'simple-icons' }],
  ['orioncactus/pretendard', { name: 'pretendard' }],
  ['michalsnik/aos', { name: 'aos' }],
  ['kenwheeler/slick', { name: 'slick-carousel' }],
  ['chartjs/chart.js', { name: 'chart.js' }],
  ['aframevr/aframe', { name: 'aframe' }],
  ['studio-freight/lenis', { name: '@studio-freight/lenis' }],
  ['processing/p5.js', { name: 'p5' }],
  ['vincentgarreau/particles.js', { name: 'particles.js' }],
  ['fancyapps/fancybox', { name: '@fancyapps/fancybox' }],
  ['mattboldt/typed.js', { name: 'typed.js' }],
  ['dixonandmoe/rellax', { name: 'rellax' }],
  ['greensock/gsap', { name: 'gsap' }],
  ['daneden/animate.css', { name: 'animate.css' }],
  ['animate-css/animate.css', { name: 'animate.css' }],
]);

/** Branches: what they hold is nearest to the newest version. */
const BRANCHES = new Set(['master', 'main', 'gh-pages', 'latest', 'dev', 'release']);

/** Reads "owner/repository@version/path"; null for a repository that isn't known to be published on npm. */
export function readGithub(text: string): Reading | null {
  const [, owner = '', rest = ''] = /^([^/]+)\/(.+)$/.exec(text) ?? [];
  const read = packagePath(rest);
  const repository = read && REPOSITORIES.get(`${owner}/${read.name}`.toLowerCase());
  if (!repository || read.path === '') return null;
  const { name, root, version } = repository;
  const tag = read.range === null || BRANCHES.has(read.range) ? null : read.range.replace(/^v(?=\d)/, '');
  const path =
    root !== undefined && read.path.startsWith(`${root}/`) ? read.path.slice(root.length + 1) : read.path;
  return readPublished({
    name,
    version: tag === null ? undefined : (version?.(tag) ?? tag),
    path: encodeURI(path),
    folders: [''],
  });
}
