/** What a picture's address tells of its size. A side that it leaves open follows from the other by `ratio`, or is the default. */
export interface Asked {
  width: number | null;
  height: number | null;
  /** Width : height where only one side is told. */
  ratio: number;
}

/** Photographs are 3 : 2, as cameras make them. */
const PHOTO = 3 / 2;

export const UNTOLD: Asked = { width: null, height: null, ratio: PHOTO };
const square = (side: number): Asked => ({ width: side, height: side, ratio: 1 });
const sized = (width: number, height: number): Asked => ({ width, height, ratio: width / height });

interface Service {
  host: RegExp;
  size: (url: URL) => Asked | null;
}

/**
 * How services name a size in their addresses, where it isn't by the common ways of {@link commonSize}. The size without any is
 * what the service says it gives then.
 */
const SERVICES: readonly Service[] = [
  // /800/600 or /200, after an id or a seed that may be a number too.
  {
    host: /^((www|fastly)\.)?(picsum\.photos|unsplash\.it|placekitten\.com|placebear\.com|place-?dog\.(net|com)|loremflickr\.com|lorempixel\.com|placeimg\.com|placecage\.com|placecats\.com|baconmockup\.com|stevensegallery\.com|fillmurray\.com|lorem\.space)$/,
    size: ({ pathname }) => {
      const path = pathname.replace(/\/(id|seed)\/[^/]+/, '');
      const [, width, height] = /\/(\d+)(?:\/(\d+))?(?![^/.])/.exec(path) ?? [];
      return width === undefined ? null : sized(Number(width), Number(height ?? width));
    },
  },
  // /300 alone is a square; /300x200 is common.
  {
    host: /^((www|via|i|dummy)\.)?(placehold\.co|placehold\.it|place-hold\.it|placeholder\.com|dummyimage\.com|fakeimg\.pl|pravatar\.cc|placeholder\.pics)$/,
    size: ({ host, pathname }) => {
      const found = /^\/(?:svg\/|img\/)?(\d+)(?![^/.])/.exec(pathname);
      return found ? square(Number(found[1])) : /pravatar/.test(host) ? square(80) : null;
    },
  },
  { host: /(^|\.)gravatar\.com$/, size: () => square(80) },
  { host: /^ui-avatars\.com$/, size: () => square(64) },
  { host: /^robohash\.org$/, size: () => square(300) },
  { host: /^api\.dicebear\.com$/, size: () => square(128) },
  { host: /^(avatars\d*\.githubusercontent|github)\.com$/, size: () => square(460) },
  {
    host: /^(www\.)?randomuser\.me$/,
    size: ({ pathname }) => square(/\/thumb\//.test(pathname) ? 48 : /\/med\//.test(pathname) ? 72 : 128),
  },
  { host: /^(api|goqr)\.(qrserver\.com|me)$/, size: () => square(200) },
  { host: /^(cdn\.)?simpleicons\.org$|^api\.iconify\.design$/, size: () => square(24) },
  { host: /^img\.shields\.io$/, size: () => sized(90, 20) },
  // Flags: /w320/us.png, /h40/us.png.
  {
    host: /^(www\.)?flag(cdn\.com|pedia\.net)$/,
    size: ({ pathname }) => {
      const [, side, length] = /\/([wh])(\d+)\//.exec(pathname) ?? [];
      if (side === undefined) return null;
      return { ...UNTOLD, [side === 'w' ? 'width' : 'height']: Number(length) };
    },
  },
  {
    host: /^flagsapi\.com$/,
    size: ({ pathname }) => square(number(/\/(\d+)\.png$/.exec(pathname)?.[1]) ?? 64),
  },
  {
    host: /^(img|i\d*)\.(youtube|ytimg)\.com$/,
    size: ({ pathname }) => {
      const name = /\/(maxres|hq|mq|sd)[^/]*$/.exec(pathname)?.[1];
      const sizes = { maxres: [1280, 720], sd: [640, 480], hq: [480, 360], mq: [320, 180] } as const;
      const [width, height] = name ? sizes[name as keyof typeof sizes] : [120, 90];
      return sized(width, height);
    },
  },
  // Posters: /t/p/w500/.
  {
    host: /^image\.tmdb\.org$/,
    size: ({ pathname }) => ({ width: number(/\/w(\d+)\//.exec(pathname)?.[1]), height: null, ratio: 2 / 3 }),
  },
  {
    host: /^upload\.wikimedia\.org$/,
    size: ({ pathname }) => ({ ...UNTOLD, width: number(/\/(\d+)px-/.exec(pathname)?.[1]) }),
  },
];

/** The size that an address asks for, by what is known of its host, else by the common ways. */
export function askedSize(url: URL): Asked {
  const common = commonSize(url);
  if (common.width !== null || common.height !== null) return common;
  return SERVICES.find(({ host }) => host.test(url.host))?.size(url) ?? UNTOLD;
}

/** What most image servers understand: `w` and `h`, `size=600x400`, `/600x400/`, Cloudinary's `w_600,h_400`. */
function commonSize({ pathname, searchParams }: URL): Asked {
  const query = (...names: string[]) =>
    names.map((name) => number(searchParams.get(name))).find((value) => value !== null) ?? null;
  const density = number(searchParams.get('dpr')) ?? 1;
  const width = query('w', 'width') ?? number(/[/,]w_(\d+)/.exec(pathname)?.[1]);
  const height = query('h', 'height') ?? number(/[/,]h_(\d+)/.exec(pathname)?.[1]);
  if (width !== null || height !== null)
    return { width: width && width * density, height: height && height * density, ratio: PHOTO };
  const pair =
    PAIR.exec(searchParams.get('size') ?? '') ?? PAIR.exec(pathname) ?? /=w(\d+)-h(\d+)/.exec(pathname);
  if (pair) return sized(Number(pair[1]), Number(pair[2]));
  const side = query('size', 's', 'sz') ?? number(/=s(\d+)(?:-|$)/.exec(pathname)?.[1]);
  // Smaller numbers are seeds and sheets of sprites.
  return side === null || side < MIN_SIDE ? UNTOLD : square(side);
}

/** px; what a lone `s` or `size` must at least be to be one. */
const MIN_SIDE = 16;
const PAIR = /(?<![\d.a-z])(\d{1,6})x(\d{1,6})(?![\da-z])/i;

/** A positive number of pixels, or null. */
function number(value: string | null | undefined): number | null {
  const found = /^\s*(\d{1,6}(?:\.\d+)?)(?:px)?\s*$/.exec(value ?? '');
  return found && Number(found[1]) > 0 ? Number(found[1]) : null;
}
