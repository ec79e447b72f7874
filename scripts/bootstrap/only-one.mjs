import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { failure, ROOT } from './places.mjs';

const PATIENCE = 10 * 60_000;

/** Does some work on the checkout while no other start does any: two that start at once must not install over each other. */
export async function onlyOne(work) {
  const file = join(tmpdir(), `dolna-${createHash('sha256').update(ROOT).digest('hex').slice(0, 16)}.lock`);
  const end = Date.now() + PATIENCE;
  while (!take(file)) {
    if (Date.now() > end)
      throw failure(`Another start is still at work on this checkout. If there is none, delete ${file}`);
    await pause(200);
  }
  const giveBack = () => rmSync(file, { force: true });
  process.once('exit', giveBack);
  try {
    return await work();
  } finally {
    process.off('exit', giveBack);
    giveBack();
  }
}

function take(file) {
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
  // An empty file is one that is being written.
  if (Number.isNaN(pid)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
