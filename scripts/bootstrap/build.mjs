import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { onlyOne } from './only-one.mjs';
import { at, failure, NODE, ROOT } from './places.mjs';

const STAMP = at('build', '.inputs');
const INPUTS = [
  'src',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/** Builds the pages if anything that goes into them has changed since. */
export async function ensureBuilt() {
  if (isBuilt(inputs())) return;
  await onlyOne(() => {
    const now = inputs();
    if (isBuilt(now)) return;
    process.stdout.write('Building the pages …\n');
    rmSync(STAMP, { force: true });
    runBuild([at('node_modules', '@react-router', 'dev', 'bin.cjs'), 'build']);
    runBuild([at('scripts', 'compress.ts')]);
    writeFileSync(STAMP, now);
  });
}

function isBuilt(now) {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === now;
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
  throw failure('The pages could not be built, see above.');
}

/** A fingerprint of all that goes into the build; tests do not. */
function inputs() {
  const hash = createHash('sha256');
  for (const file of INPUTS.flatMap((path) => filesIn(at(path)))) {
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
