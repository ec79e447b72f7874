import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const inflateAsync = promisify(inflate);

/** What the compressed texts and the colour profile of a PNG may unfold to together, in bytes. */
const INFLATED_BYTES_MAX = 8 * 1024 * 1024;
/** Compressed texts that one PNG may hold; editors write fewer than ten. */
const COMPRESSED_CHUNKS_MAX = 64;

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Of a chunk: its length, its type and, after its data, its checksum (PNG, 5.3). */
const HEAD_BYTES = 8;
const CHECKSUM_BYTES = 4;

/**
 * Returns whether a file can be opened without its texts taking much memory; true for a file that is no PNG. libpng
 * limits each text to 8 MB and takes up to 1,000 of them, so a file of 200 KB can take gigabytes.
 */
export async function hasBoundedText(file: Buffer): Promise<boolean> {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return true;
  let chunksLeft = COMPRESSED_CHUNKS_MAX;
  let bytesLeft = INFLATED_BYTES_MAX;
  for (const { type, data } of chunksOf(file)) {
    const compressed = compressedPart(type, data);
    if (!compressed) continue;
    chunksLeft -= 1;
    if (chunksLeft < 0 || bytesLeft <= 0) return false;
    try {
      bytesLeft -= (await inflateAsync(compressed, { maxOutputLength: bytesLeft })).length;
    } catch {
      // More than is left, or damaged.
      return false;
    }
  }
  return true;
}

/** The chunks of a PNG, up to its end or to where it was cut off. */
function* chunksOf(file: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = SIGNATURE.length; at + HEAD_BYTES <= file.length; ) {
    const begin = at + HEAD_BYTES;
    const end = begin + file.readUInt32BE(at);
    yield { type: file.toString('latin1', at + 4, begin), data: file.subarray(begin, end) };
    at = end + CHECKSUM_BYTES;
  }
}

/** The compressed part of a text or a profile; undefined for every other chunk (PNG, 11.3.2.3 and 11.3.3). */
function compressedPart(type: string, data: Buffer): Buffer | undefined {
  const keywordEnd = data.indexOf(0);
  if (keywordEnd === -1) return undefined;
  if (type === 'zTXt' || type === 'iCCP') return data.subarray(keywordEnd + 2);
  if (type !== 'iTXt' || data[keywordEnd + 1] === 0) return undefined;
  // A language and a translated keyword, each ended by a zero, stand between the flags and the text.
  const languageEnd = data.indexOf(0, keywordEnd + 3);
  const translatedEnd = data.indexOf(0, languageEnd + 1);
  return languageEnd === -1 || translatedEnd === -1 ? undefined : data.subarray(translatedEnd + 1);
}
