import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expectedError, ROOT } from './paths.mjs';

const LOCK_TIMEOUT_MS = 10 * 60_000;
const RETRY_INTERVAL_MS = 200;

/** Runs the work under a lock on the checkout, so that two starts do not install at once. Returns its result. */
export async function withCheckoutLock(work) {
  const file = join(tmpdir(), `dolna-${createHash('sha256').update(ROOT).digest('hex').slice(0, 16)}.lock`);
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  while (!acquire(file)) {
    if (Date.now() > deadline)
      throw expectedError(`Another start is running in this checkout. If there is none, delete ${file}`);
    await pause(RETRY_INTERVAL_MS);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function acquire(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isAlive(holderOf(file))) rmSync(file, { force: true });
    return false;
  }
}

function holderOf(file) {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10);
  } catch {
    return Number.NaN;
  }
}

function isAlive(pid) {
  // The file is empty while it is being written.
  if (Number.isNaN(pid)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
