interface CanvasReading {
  size: [number, number] | null;
  ratio: number;
  quote: string;
}

/** Formats by name. Paper has a ratio only: how many px it is drawn with is free. */
const FORMATS: readonly { name: RegExp; width: number; height: number }[] = [
  { name: /\binstagram (?:story|stories|reel)\b|\btiktok (?:video|post)\b/i, width: 1080, height: 1920 },
  { name: /\binstagram (?:square )?post\b/i, width: 1, height: 1 },
  { name: /\byoutube thumbnail\b/i, width: 1280, height: 720 },
  { name: /\btwitter header\b|\bX header\b/i, width: 1500, height: 500 },
  { name: /\blinkedin banner\b/i, width: 1584, height: 396 },
  {
    name: /\bA[0-6]\b(?=[\s-]+(?:\p{L}+\s)?(?:poster|flyer|page|sheet|paper|document|format|size|portrait|landscape|leaflet))|\bDIN A[0-6]\b/u,
    width: 1,
    height: Math.SQRT2,
  },
  { name: /\b(?:US )?letter[- ]size(?:d)?\b/i, width: 8.5, height: 11 },
];

const SIZE = /(?<![\d.])(\d{3,4})\s?(?:px)?\s?[x×*]\s?(\d{3,4})(?:\s?px)?(?!\d|\.\d)/u;
const RATIO = /(?<![\d:.])(16|4|3|9|1|21|5|2)\s?:\s?(9|3|2|16|1|4|10|5)(?![\d:.])/u;
/** A ratio or a size of something else than the canvas. */
const OF_ANOTHER =
  /\b(?:images?|photos?|thumbnails?|icons?|sprites?|videos?|avatars?|logo|screens?|monitors?|resolutions?|devices?|displays?|viewports?|contrast|scale)\b[^.]{0,20}$/i;
const FOR_ANOTHER =
  /^\s*(?:images?|photos?|thumbnails?|icons?|sprites?|videos?|avatars?|screens?|monitors?|resolutions?|displays?|devices?|viewports?|am|pm)\b/i;
const RATIO_WORDS = /\b(?:ratio|format|aspect|slide|deck|canvas|poster|banner|widescreen|presentation)\b/i;

/** The canvas that a prompt asks for, or null. */
export function canvasIn(prompt: string): CanvasReading | null {
  const size = SIZE.exec(prompt);
  if (size && isOfCanvas(prompt, size)) {
    const [width, height] = [Number(size[1]), Number(size[2])];
    return { size: [width, height], ratio: width / height, quote: size[0] };
  }
  const format = FORMATS.map(({ name, ...rest }) => ({ ...rest, match: name.exec(prompt) })).find(
    ({ match }) => match,
  );
  if (format) {
    const { width, height, match } = format;
    const turned = width < height && /\blandscape\b/i.test(prompt);
    return { size: null, ratio: turned ? height / width : width / height, quote: match![0] };
  }
  const ratio = RATIO.exec(prompt);
  if (!ratio || !isOfCanvas(prompt, ratio) || !RATIO_WORDS.test(prompt)) return null;
  return { size: null, ratio: Number(ratio[1]) / Number(ratio[2]), quote: ratio[0] };
}

function isOfCanvas(prompt: string, match: RegExpExecArray): boolean {
  const before = prompt.slice(Math.max(0, match.index - 30), match.index);
  const after = prompt.slice(match.index + match[0].length, match.index + match[0].length + 20);
  return !OF_ANOTHER.test(before) && !FOR_ANOTHER.test(after);
}
