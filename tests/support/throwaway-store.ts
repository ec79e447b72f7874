import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The store for browser tests, with its own data folder that is deleted at the end. */
const dataDir = mkdtempSync(join(tmpdir(), 'dolna-browser-'));
// PostgreSQL may run as another user, which needs access.
chmodSync(dataDir, 0o755);
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }));
process.env.DATA_DIR = dataDir;
await import('../../src/main.ts');
