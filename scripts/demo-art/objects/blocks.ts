import { darker, lighter, type Palette } from '../colours.ts';
import { ellipse, glyph, rect, roundRect, shadow, stitch } from '../shapes.ts';

export function blocks(p: Palette): string {
  const block = (x: number, y: number, c: string, letter: string, r = 0) =>
    `<g transform="rotate(${r} ${x + 90} ${y + 90})">` +
    rect(x, y, 180, 180, 26, darker(c, 0.16)) +
    rect(x, y, 180, 172, 26, c) +
    rect(x + 16, y + 14, 148, 142, 18, lighter(c, 0.72)) +
    stitch(roundRect(x + 26, y + 24, 128, 122, 12), c, 5, '12 9', 0.9) +
    glyph(letter, x + 90, y + 118, 112, darker(c, 0.22)) +
    ellipse(x + 46, y + 12, 26, 4, '#fff', 'opacity=".5"') +
    `</g>`;
  return (
    shadow(400, 694, 290) +
    block(134, 512, p.a, 'ক') +
    block(322, 512, p.b, 'খ') +
    block(506, 512, p.c, 'গ', 0) +
    block(224, 330, p.d, 'অ', -3) +
    block(418, 332, lighter(p.a, 0.1), 'আ', 3) +
    block(318, 148, p.b, 'ই', -5)
  );
}
