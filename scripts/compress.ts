import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Compression saves too little on smaller files. */
const COMPRESSION_MIN_BYTES = 256;

const folder = join(import.meta.dirname, '..', 'build', 'client');

/** Compresses the static files at the highest level, once per build. */
for (const name of globSync('**/*.{js,css,svg,json,txt,xml,webmanifest}', { cwd: folder })) {
  const path = join(folder, name);
  const content = readFileSync(path);
  if (content.length < COMPRESSION_MIN_BYTES) continue;
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: size }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
}
