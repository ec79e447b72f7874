/**
 * Draws the pictures of the demo: 60 product pictures, ten category pictures and a cut-out of each thing. The same
 * code always draws the same pictures, so they are committed; run it again (`node scripts/demo-art/build.ts`) after a
 * change of a drawing.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { BACKDROPS, type BackdropName, PALETTES, type PaletteName } from './colours.ts';
import { cutOut, OBJECTS, type ObjectName, scene } from './scene.ts';

const PICTURES = 60;
const WIDTHS = [400, 800];

const CUT_OUTS: Record<ObjectName, PaletteName> = {
  pram: 'shapla',
  teddy: 'bhalluk',
  rings: 'kochi',
  books: 'akash',
  cot: 'akash',
  frock: 'gada',
  shoes: 'jaam',
  bike: 'kochi',
  blocks: 'gada',
  horse: 'beguni',
  chair: 'kochi',
  bag: 'akash',
  romper: 'mati',
};

/** One JPEG of each product picture, for link previews (`previewAddress`). */
const PREVIEW = 1200;

/** Each category's thing on the pastel that the category keeps everywhere. */
const CATEGORIES: Record<string, { object: ObjectName; backdrop: BackdropName }> = {
  nursery: { object: 'cot', backdrop: 'lilac' },
  prams: { object: 'pram', backdrop: 'mint' },
  shoes: { object: 'shoes', backdrop: 'peach' },
  books: { object: 'books', backdrop: 'sky' },
  clothes: { object: 'frock', backdrop: 'blush' },
  toys: { object: 'rings', backdrop: 'butter' },
  outdoor: { object: 'bike', backdrop: 'mint' },
  feeding: { object: 'chair', backdrop: 'blush' },
  school: { object: 'bag', backdrop: 'lilac' },
  newborn: { object: 'romper', backdrop: 'sky' },
};

/** A backdrop on which a palette would drown. */
const CLASH: Record<PaletteName, BackdropName> = {
  gada: 'butter',
  shapla: 'blush',
  kochi: 'mint',
  akash: 'sky',
  beguni: 'lilac',
  mati: 'peach',
  bhalluk: 'cotton',
  jaam: 'sky',
};

/** Bears look like bears in these colours only. */
const BEARS: PaletteName[] = ['bhalluk', 'mati', 'akash', 'gada', 'bhalluk'];

interface Picture {
  object: ObjectName;
  palette: PaletteName;
  backdrop: BackdropName;
}

/** Walks through things, palettes and backdrops with different strides, so that neighbours differ in all three. */
function choosePictures(): Picture[] {
  const objects = Object.keys(OBJECTS) as ObjectName[];
  const palettes = Object.keys(PALETTES) as PaletteName[];
  const backdrops = Object.keys(BACKDROPS) as BackdropName[];
  const at = <T>(list: T[], index: number): T => list[index % list.length] as T;
  const seen = new Set<string>();
  return Array.from({ length: PICTURES }, (_, number) => {
    const index = number % objects.length;
    const round = Math.floor(number / objects.length);
    const object = at(objects, index);
    const palette = object === 'teddy' ? at(BEARS, round) : at(palettes, index * 3 + round * 3);
    let backdrop = at(backdrops, index * 2 + round * 3);
    if (CLASH[palette] === backdrop) backdrop = at(backdrops, backdrops.indexOf(backdrop) + 2);
    if (seen.has(object + palette + backdrop)) backdrop = at(backdrops, backdrops.indexOf(backdrop) + 3);
    seen.add(object + palette + backdrop);
    return { object, palette, backdrop };
  });
}

async function writeWebp(svg: string, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await sharp(Buffer.from(svg)).resize(width, width).webp({ quality: 80, effort: 6 }).toFile(`${name}-${width}.webp`);
  }
}

const demo = new URL('../../public/demo/', import.meta.url).pathname;
const art = new URL('../../public/art/', import.meta.url).pathname;
await mkdir(`${demo}categories`, { recursive: true });
await mkdir(art, { recursive: true });

const index = [];
for (const [number, { object, palette, backdrop }] of choosePictures().entries()) {
  const name = `${String(number + 1).padStart(2, '0')}-${object}-${palette}-${backdrop}`;
  const svg = scene(object, palette, backdrop);
  await writeWebp(svg, demo + name);
  const preview = sharp(Buffer.from(svg)).resize(PREVIEW, PREVIEW).jpeg({ quality: 60, mozjpeg: true });
  await preview.toFile(`${demo}${name}-${PREVIEW}.jpg`);
  index.push({ file: `${name}-800.webp`, object, palette, backdrop });
}
await writeFile(`${demo}index.json`, `${JSON.stringify(index, null, 1)}\n`);

for (const [name, { object, backdrop }] of Object.entries(CATEGORIES)) {
  await writeWebp(scene(object, CUT_OUTS[object], backdrop, true), `${demo}categories/${name}`);
}
for (const [object, palette] of Object.entries(CUT_OUTS)) {
  await writeFile(`${art}cut-${object}.svg`, cutOut(object as ObjectName, palette));
}
console.log(
  `${index.length} pictures, ${Object.keys(CATEGORIES).length} categories, ${Object.keys(CUT_OUTS).length} cut-outs`,
);
