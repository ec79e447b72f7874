import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a secret of this installation. Creates it at the first start, readable by the store's user alone. */
export function loadOrCreateSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const known = existsSync(file) && readFileSync(file, 'utf8');
  if (known) return known;
  // A power cut can leave an empty file.
  if (known === '') rmSync(file, { force: true });
  const temporary = join(folder, randomUUID());
  try {
    writeFileSync(temporary, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true });
    // Fails when another process has created it first.
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  return readFileSync(file, 'utf8');
}
