import { readFileSync } from 'node:fs';

export const WOOD = '#E2B07A';
export const DARK_WOOD = '#C58F58';

/** Outlines of a few Bangla letters, in thousandths of their size, so that no font is needed to draw them. */
type Glyphs = Record<string, { outline: string; width: number }>;
const GLYPHS = JSON.parse(readFileSync(new URL('./glyphs.json', import.meta.url), 'utf8')) as Glyphs;

let clips = 0;

/** Starts the numbering of clip paths anew, so that the same drawing is always the same text. */
export function startDrawing(): void {
  clips = 0;
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`;
}

export function circle(cx: number, cy: number, r: number, fill: string, more = ''): string {
  return `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}" ${more}/>`;
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;
}

export function rect(x: number, y: number, w: number, h: number, r: number, fill: string, more = ''): string {
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" ${more}/>`;
}

export function line(d: string, stroke: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
}

/** The running stitch: our one ornament, on everything made of cloth. */
export function stitch(d: string, stroke = '#FFFFFF', width = 4, dash = '13 11', opacity = 0.85): string {
  return line(d, stroke, width, `stroke-dasharray="${dash}" opacity="${opacity}"`);
}

/** A shape with things painted inside it. */
export function filled(d: string, fill: string, inside: string): string {
  clips += 1;
  const id = `i${clips}`;
  return `<clipPath id="${id}"><path d="${d}"/></clipPath>${path(d, fill)}<g clip-path="url(#${id})">${inside}</g>`;
}

/** The path of a rectangle with round corners. */
export function roundRect(x: number, y: number, w: number, h: number, r: number): string {
  const corner = (dx: number, dy: number) => `a${r},${r} 0 0 1 ${dx},${dy}`;
  const across = w - 2 * r;
  const down = h - 2 * r;
  return `M${x + r},${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
}

/** The path of a circle. */
export function disc(x: number, y: number, r: number): string {
  return `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0z`;
}

export function glyph(letter: string, cx: number, cy: number, size: number, fill: string): string {
  const shape = GLYPHS[letter];
  if (!shape) throw new Error(`No outline of "${letter}"`);
  const scale = size / 1000;
  return `<path transform="translate(${cx - (shape.width * scale) / 2},${cy}) scale(${scale},${-scale})" d="${shape.outline}" fill="${fill}"/>`;
}

/** The soft shadow on the floor. */
export function shadow(cx: number, cy: number, rx: number, ry = 22, opacity = 0.16): string {
  const ink = '#2B1830';
  return (
    ellipse(cx, cy, rx, ry, ink, `opacity="${opacity}"`) +
    ellipse(cx, cy, rx * 0.72, ry * 0.62, ink, `opacity="${opacity * 0.7}"`)
  );
}

/** The five-petal flower, our small mark. */
export function flower(x: number, y: number, r: number, petals: string, heart = '#FFD36B'): string {
  const petal = (degrees: number) => {
    const turn = (degrees * Math.PI) / 180;
    return circle(x + Math.sin(turn) * r, y - Math.cos(turn) * r, r * 0.72, petals);
  };
  return [0, 72, 144, 216, 288].map(petal).join('') + circle(x, y, r * 0.6, heart);
}

/** 0, 1, … count − 1. */
export function steps(count: number): number[] {
  return Array.from({ length: count }, (_, step) => step);
}
