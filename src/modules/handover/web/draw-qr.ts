import { encode } from 'uqr';

/** A QR code as an SVG path over `size` × `size` modules. */
export interface QrDrawing {
  size: number;
  path: string;
}

/** Returns the QR code of a text. Runs on the server only. */
export function drawQr(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  return {
    size,
    path: data.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)).join(''),
  };
}

/** Returns where the dark modules of a row begin, and how many there are. */
function runsOf(row: boolean[]): [x: number, length: number][] {
  const starts = row.flatMap((dark, x) => (dark && !row[x - 1] ? [x] : []));
  return starts.map((x) => {
    const end = row.indexOf(false, x);
    return [x, (end === -1 ? row.length : end) - x];
  });
}
