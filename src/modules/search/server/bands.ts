/**
 * A number on a scale lies in one band of each width, and the widths are powers of 8. So a part of the scale is a few
 * bands, however long it is, and a band falls into eight. The database keeps the bands of each product as words of its
 * document: `search_document` in migrations/0013_search.sql.
 */
export interface Scale {
  sign: string;
  widths: number;
}

/** Of prices, in poisha. */
export const PRICE: Scale = { sign: '/p', widths: 10 };
/** Of instants, in units of four hours from 2020 on. */
export const TIME: Scale = { sign: '/t', widths: 6 };

export interface Band {
  scale: Scale;
  width: number;
  /** Which one of its width. */
  n: number;
}

const [SECONDS, FIRST] = [4 * 60 * 60, 109_572];

/** Where on the scale of time an instant lies, in microseconds since 1970. */
export function hoursOf(micros: number): number {
  return Math.min(Math.max(Math.floor(micros / 1e6 / SECONDS) - FIRST, 0), 8 ** TIME.widths - 1);
}

export function wordOf({ scale, width, n }: Band): string {
  return `${scale.sign}${width}${n.toString(16)}`;
}

/**
 * All of a scale from a place on, up or down, in bands that become the wider the further away they are; the first is as
 * wide as `width` says.
 */
export function ladder(scale: Scale, from: number, down: boolean, width = 0): Band[] {
  const nearest = Math.floor(from / 8 ** width);
  const bands: Band[] = [{ scale, width, n: nearest }];
  for (let [wide, n] = [width, nearest]; wide < scale.widths; wide += 1, n = Math.floor(n / 8)) {
    const first = Math.floor(n / 8) * 8;
    if (down) for (let one = n - 1; one >= first; one -= 1) bands.push({ scale, width: wide, n: one });
    else for (let one = n + 1; one < first + 8; one += 1) bands.push({ scale, width: wide, n: one });
  }
  return bands;
}

/** The parts of a band, up or down. None of the narrowest. */
export function partsOf({ scale, width, n }: Band, down: boolean): Band[] {
  if (width === 0) return [];
  const parts = Array.from({ length: 8 }, (_, part) => ({ scale, width: width - 1, n: n * 8 + part }));
  return down ? parts.reverse() : parts;
}

/** The fewest bands that together are all from one place to another, both included, from the lowest on. */
export function between(scale: Scale, from: number, to: number): Band[] {
  const [lower, upper]: [Band[], Band[]] = [[], []];
  let [low, high] = [from, to];
  for (let width = 0; low <= high; width += 1) {
    const widest = width === scale.widths - 1;
    while (low <= high && (low % 8 !== 0 || widest)) lower.push({ scale, width, n: low++ });
    while (low <= high && high % 8 !== 7) upper.push({ scale, width, n: high-- });
    [low, high] = [low / 8, Math.floor(high / 8)];
  }
  return [...lower, ...upper.reverse()];
}

/** The width of the widest bands that are not wider than so much. */
export function widthWithin(much: number): number {
  return Math.max(Math.floor(Math.log(Math.max(much, 1)) / Math.log(8) + 1e-9), 0);
}

/** As `between`, but in bands no narrower than `width`: the first and the last may reach beyond. */
export function around(scale: Scale, from: number, to: number, width: number): Band[] {
  const coarse = { ...scale, widths: scale.widths - width };
  return between(coarse, Math.floor(from / 8 ** width), Math.floor(to / 8 ** width)).map((band) => ({
    scale,
    width: band.width + width,
    n: band.n,
  }));
}
