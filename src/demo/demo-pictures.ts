import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const INDEX = new URL('../../public/demo/index.json', import.meta.url);
const drawing = z.object({ file: z.string(), object: z.string() });

/** Returns a function that picks a drawing of an object. It rotates by `turn`, so that neighbours differ. */
export async function loadPictures(): Promise<(object: string, turn: number) => string> {
  const drawings = z.array(drawing).parse(JSON.parse(await readFile(INDEX, 'utf8')));
  const byObject = Map.groupBy(drawings, (one) => one.object);
  return (object, turn) => {
    const own = byObject.get(object) ?? drawings;
    return `/demo/${own[turn % own.length]?.file}`;
  };
}
