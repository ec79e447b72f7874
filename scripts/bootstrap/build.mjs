import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { withCheckoutLock } from './checkout-lock.mjs';
import { expectedError, fromRoot, NODE, ROOT } from './paths.mjs';

const STAMP = fromRoot('build', '.inputs');
const INPUTS = [
  'src',
  'public',
  'scripts/vite',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/** Builds the pages if an input has changed since the last build. */
export async function ensureBuilt() {
  if (isBuilt(hashInputs())) return;
  await withCheckoutLock(() => {
    const hash = hashInputs();
    if (isBuilt(hash)) return;
    process.stdout.write('Building the pages …\n');
    rmSync(STAMP, { force: true });
    runBuild([fromRoot('node_modules', '@react-router', 'dev', 'bin.cjs'), 'build']);
    runBuild([fromRoot('scripts', 'compress.ts')]);
    writeFileSync(STAMP, hash);
  });
}

function isBuilt(hash) {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash;
}

function runBuild(args) {
  const run = spawnSync(NODE, args, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.status === 0) return;
  process.stderr.write(`${run.stdout ?? ''}${run.stderr ?? ''}`);
  throw expectedError('The pages could not be built, see above.');
}

/** Returns a hash of the build's inputs, without tests. */
function hashInputs() {
  const hash = createHash('sha256');
  for (const file of INPUTS.flatMap((path) => filesIn(fromRoot(path)))) {
    hash.update(`${relative(ROOT, file)}\n`).update(createHash('sha256').update(readFileSync(file)).digest());
  }
  return hash.digest('hex');
}

function filesIn(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .flatMap((name) => filesIn(join(path, name)));
}
