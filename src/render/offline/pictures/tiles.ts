/** Hosts of map tiles, whatever their addresses look like. */
const HOSTS =
  /(^|\.)(tile\.openstreetmap\.(org|fr|de)|tile\.opentopomap\.org|basemaps\.cartocdn\.com|tiles?\.stadiamaps\.com|stamen-tiles.*|tiles\.mapbox\.com|mt\d?\.google(apis)?\.com|khms?\d?\.google(apis)?\.com|tile\.thunderforest\.com|api\.maptiler\.com)$/;
/** /zoom/column/row, as most servers of tiles have it: a place in the pyramid, not two sizes. */
const PLACE = /\/(\d{1,2})\/(\d{1,7})\/(\d{1,7})(@[234]x)?(\.\w+)?$/;

/** Side of the map tile that an address names, or null when it names none. A place in the pyramid must exist on its level. */
export function tileSide({ host, pathname }: URL): number | null {
  const place = PLACE.exec(pathname);
  const isPlace =
    place !== null && Number(place[2]) < 2 ** Number(place[1]) && Number(place[3]) < 2 ** Number(place[1]);
  if (!HOSTS.test(host) && !(isPlace && /tile|map/i.test(host + pathname))) return null;
  const base = /\/512\//.test(pathname) ? 512 : 256;
  return base * (Number(/@(\d)x/.exec(pathname)?.[1] ?? 1) || 1);
}
