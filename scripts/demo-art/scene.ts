import { BACKDROPS, type BackdropName, PALETTES, type Palette, type PaletteName } from './colours.ts';
import { bag } from './objects/bag.ts';
import { bike } from './objects/bike.ts';
import { blocks } from './objects/blocks.ts';
import { books } from './objects/books.ts';
import { chair } from './objects/chair.ts';
import { cot } from './objects/cot.ts';
import { frock } from './objects/frock.ts';
import { horse } from './objects/horse.ts';
import { pram } from './objects/pram.ts';
import { rings } from './objects/rings.ts';
import { romper } from './objects/romper.ts';
import { shoes } from './objects/shoes.ts';
import { teddy } from './objects/teddy.ts';
import { line, startDrawing, stitch } from './shapes.ts';

/** Everything we can draw, on a canvas of 800 × 800. */
export const OBJECTS = {
  pram,
  teddy,
  rings,
  books,
  cot,
  frock,
  shoes,
  bike,
  blocks,
  horse,
  chair,
  bag,
  romper,
} satisfies Record<string, (palette: Palette) => string>;
export type ObjectName = keyof typeof OBJECTS;

const GRAIN = `<defs><filter id="gr" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".85" numOctaves="2" seed="7"/><feColorMatrix values="0 0 0 0 .17  0 0 0 0 .09  0 0 0 0 .19  0 0 0 .55 -.2"/></filter></defs>`;

/** A thing before its wall and on its floor; `plain` leaves the arch and the stitches out. */
export function scene(name: ObjectName, palette: PaletteName, backdrop: BackdropName, plain = false): string {
  startDrawing();
  const { wall, floor, arch } = BACKDROPS[backdrop];
  const archShape = `<path d="M150,640 V400 A250,250 0 0 1 650,400 V640Z" fill="${arch}" opacity=".85"/>`;
  const stitches =
    stitch('M0,742H800', '#fff', 5, '18 15', 0.55) +
    line('M126,640 V400 A274,274 0 0 1 674,400 V640', '#fff', 5, 'stroke-dasharray="17 14" opacity=".7"');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="800" height="800">${GRAIN}`,
    `<rect width="800" height="800" fill="${wall}"/>`,
    plain ? '' : archShape,
    `<rect y="640" width="800" height="160" fill="${floor}"/><rect y="640" width="800" height="5" fill="#fff" opacity=".35"/>`,
    plain ? '' : stitches,
    OBJECTS[name](PALETTES[palette]),
    '<rect width="800" height="800" filter="url(#gr)" opacity=".22"/></svg>',
  ].join('');
}

/** The thing alone, for tiles, the hero and empty places. */
export function cutOut(name: ObjectName, palette: PaletteName): string {
  startDrawing();
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="60 60 680 680">${OBJECTS[name](PALETTES[palette])}</svg>`;
}
