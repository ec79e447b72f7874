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

/** All of a scale from a place on, up or down, in bands that become the wider the further away they are. */
export function ladder(scale: Scale, from: number, down: boolean): Band[] {
  const bands: Band[] = [{ scale, width: 0, n: from }];
  for (let width = 0, n = from; width < scale.widths; width += 1, n = Math.floor(n / 8)) {
    const first = Math.floor(n / 8) * 8;
    if (down) for (let one = n - 1; one >= first; one -= 1) bands.push({ scale, width, n: one });
    else for (let one = n + 1; one < first + 8; one += 1) bands.push({ scale, width, n: one });
  }
  return bands;
}

/** The parts of a band, up or down. None of the narrowest. */
export function partsOf({ scale, width, n }: Band, down: boolean): Band[] {
  if (width === 0) return [];
  const parts = Array.from({ length: 8 }, (_, part) => ({ scale, width: width - 1, n: n * 8 + part }));
  return down ? parts.reverse() : parts;
}

/** The fewest bands that together are all from one place to another, both included. */
export function between(scale: Scale, from: number, to: number): Band[] {
  const bands: Band[] = [];
  let [low, high] = [from, to];
  for (let width = 0; low <= high; width += 1) {
    const widest = width === scale.widths - 1;
    while (low <= high && (low % 8 !== 0 || widest)) bands.push({ scale, width, n: low++ });
    while (low <= high && high % 8 !== 7) bands.push({ scale, width, n: high-- });
    [low, high] = [low / 8, Math.floor(high / 8)];
  }
  return bands;
}
