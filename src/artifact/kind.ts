import { fixedBoxes, svgSize } from './canvas.js';
import { isComponent } from './component.js';
import type { Brief, Kind, Language } from './schema.js';

/** What the kind of an artifact is decided from. `code` is the entry file. */
export interface KindEvidence {
  /** The kind that the user named (`--kind`, an option). */
  flag?: Kind | undefined;
  brief?: Brief | undefined;
  code: string;
  language: Language;
}

export interface KindDecision {
  kind: Kind;
  /** One phrase for people. It starts with "asked for" or "inferred". */
  reason: string;
}

/** Code beyond this length is not looked at: what tells a kind stands in the head, the styles or the first scripts. */
const CODE_PREFIX = 200_000;

/** Sizes on which slides are drawn, in px. */
const SLIDE_SIZES = ['1280x720', '1920x1080', '1600x900', '1366x768', '960x540', '1024x768', '960x720'];

/** Words of a prompt that name a kind. The earliest word wins: "a website for a game studio" is a website. */
const PROMPT_WORDS: readonly (readonly [Kind, RegExp])[] = [
  [
    'website',
    /\b(?:web ?sites?|web ?pages?|landing pages?|home ?pages?|web ?apps?|online (?:store|shop))\b/i,
  ],
  ['dashboard', /\b(?:dashboards?|admin panels?|control panels?)\b/i],
  ['slide', /\b(?:slides?|slide ?decks?|pitch decks?|presentation)\b/i],
  [
    'poster',
    /\b(?:posters?|flyers?|infographics?|book covers?|album covers?|business cards?|banner ads?)\b/i,
  ],
  ['game', /\b(?:(?:video |board |card |puzzle |arcade )?games?|tetris|minesweeper|tic-tac-toe)\b/i],
  ['scene', /\b(?:3d|three-dimensional|three\.?js|webgl|shaders?|particle systems?)\b/i],
  [
    'chart',
    /\b(?:(?:bar|line|pie|area|radar|scatter|bubble) ?(?:charts?|plots?|graphs?)|charts?|plots?|histograms?|heat ?maps?|data visuali[sz]ations?|matplotlib)\b/i,
  ],
  [
    'component',
    /\b(?:components?|widgets?|buttons?|navbars?|modals?|dropdowns?|pricing cards?|(?:login|sign-?up|contact) forms?)\b/i,
  ],
];

/**
 * Decides what an artifact sets out to be: what the user named, else what the brief names (its kind, then the shape of
 * its canvas), else Python (a chart), else the words of the prompt, else what the code shows, else a website.
 * The prompt goes before the code, because it says what was wanted and the code only what came out.
 */
export function decideKind({ flag, brief, code, language }: KindEvidence): KindDecision {
  if (flag) return { kind: flag, reason: 'asked for by the caller' };
  if (brief?.kind) return { kind: brief.kind, reason: 'asked for by the brief' };
  if (language === 'python') return { kind: 'chart', reason: 'inferred: Python code' };
  if (brief?.canvas) {
    const [width, height] = brief.canvas;
    return { kind: canvasKind(width, height), reason: `inferred: the brief's canvas of ${width}x${height}` };
  }
  return kindFromPrompt(brief?.prompt ?? '') ?? kindFromCode(code.slice(0, CODE_PREFIX), language);
}

function canvasKind(width: number, height: number): Kind {
  return width > height ? 'slide' : 'poster';
}

function kindFromPrompt(prompt: string): KindDecision | null {
  let first: { kind: Kind; word: string; index: number } | null = null;
  for (const [kind, words] of PROMPT_WORDS) {
    const match = words.exec(prompt);
    if (match && (!first || match.index < first.index)) first = { kind, word: match[0], index: match.index };
  }
  return first && inferred(first.kind, `the prompt says "${first.word}"`);
}

const COMPONENT_NAMES = { jsx: 'JSX', tsx: 'TSX', vue: 'Vue', svelte: 'Svelte' } as const;

const inferred = (kind: Kind, what: string): KindDecision => ({ kind, reason: `inferred: ${what}` });

function kindFromCode(code: string, language: Language): KindDecision {
  if (language === 'svg') return kindFromSvg(code);
  const canvas = kindFromCanvas(code);
  if (canvas) return canvas;
  if (/\breveal(?:\.min)?\.(?:js|css)\b|\bclass=["'][^"']{0,500}\bppt-slide\b/i.test(code)) {
    return inferred('slide', 'slide markup');
  }
  const drawn = /<canvas\b|\bcreateElement\(['"]canvas['"]|\bWebGLRenderer\b/i.test(code);
  const played = /\b(?:game ?over|gameLoop|game-?board|highScore|nextLevel|new Phaser\.)/i.test(code);
  if (played) return inferred('game', 'words of a game in the code');
  if (/\bWebGLRenderer\b|\bBABYLON\.|\bgetContext\(['"](?:webgl2?|webgpu)['"]/.test(code)) {
    return inferred('scene', 'it draws with WebGL');
  }
  if (drawn && /\brequestAnimationFrame\b/.test(code) && /\bkeydown\b/.test(code)) {
    return inferred('game', 'an animated canvas driven by keys');
  }
  if (
    /<title>[^<]{0,200}dashboard|<body[^>]{0,500}dashboard|<h1[^>]{0,200}>[^<]{0,200}dashboard/i.test(code)
  ) {
    return inferred('dashboard', 'it calls itself a dashboard');
  }
  if (
    /\bnew Chart\(|\becharts\.init\(|\bPlotly\.(?:newPlot|react)\(|\bvegaEmbed\(|\bd3\.select\(/.test(code)
  ) {
    const charts =
      code.match(/\bnew Chart\(|\becharts\.init\(|\bPlotly\.newPlot\(|\bvegaEmbed\(/g)?.length ?? 1;
    return charts > 1
      ? inferred('dashboard', `${charts} charts on one page`)
      : inferred('chart', 'one chart drawn by a chart library');
  }
  if (isComponent(language)) return inferred('component', `a component in ${COMPONENT_NAMES[language]}`);
  if (!/<(?:!doctype|html|head|body)\b/i.test(code)) {
    return inferred('component', 'a fragment without <html> or <body>');
  }
  return inferred('website', 'nothing speaks for another kind');
}

/** A lone SVG has a canvas of its own, so it is a slide, a chart or a poster. */
function kindFromSvg(code: string): KindDecision {
  if (/\b(?:class|id)=["'][^"']{0,200}\b(?:axis|tick|legend|chart)/i.test(code)) {
    return inferred('chart', 'an SVG with axes or a legend');
  }
  const canvas = svgSize(code);
  if (!canvas) return inferred('poster', 'an SVG without a size');
  const size = canvas.join('x');
  return inferred(SLIDE_SIZES.includes(size) ? 'slide' : 'poster', `an SVG of ${size}`);
}

/** A slide is told by its size; a poster by an upright canvas on the page itself or on an element named after one. */
function kindFromCanvas(code: string): KindDecision | null {
  for (const [width, height, where] of fixedBoxes(code)) {
    const size = `${width}x${height}`;
    if (SLIDE_SIZES.includes(size)) return inferred('slide', `fixed ${size} ${where}`);
    if (height > width && width >= 500 && /html|body|poster|artboard/i.test(where)) {
      return inferred('poster', `fixed ${size} ${where}`);
    }
  }
  return null;
}
