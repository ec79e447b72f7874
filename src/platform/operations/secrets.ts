import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a secret of this installation. Creates it at the first start, readable by the store's user alone. */
export function loadOrCreateSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    // Fails when another process has created it first.
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
