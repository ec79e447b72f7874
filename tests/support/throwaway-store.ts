import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The real product on data of its own, which goes when it ends: what the browser tests look at. */
const dataDir = mkdtempSync(join(tmpdir(), 'dolna-browser-'));
// PostgreSQL may run as another user, who has to get in.
chmodSync(dataDir, 0o755);
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }));
process.env.DATA_DIR = dataDir;
await import('../../src/main.ts');
