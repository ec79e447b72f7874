import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Below this size, in bytes, compression gains next to nothing. */
const WORTH_IT = 256;

const folder = join(import.meta.dirname, '..', 'build', 'client');

/** Compresses what the server hands out as it is, once, as hard as it can be. */
for (const name of globSync('**/*.{js,css,svg,json,txt,xml,webmanifest}', { cwd: folder })) {
  const path = join(folder, name);
  const content = readFileSync(path);
  if (content.length < WORTH_IT) continue;
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: size }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
}
