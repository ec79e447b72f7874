import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Outcome {
  passed: number;
  failed: number;
}

const ROOT = join(import.meta.dirname, '..');
const PROGRAMS = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  knip: 'node_modules/knip/bin/knip.js',
  'react-router': 'node_modules/@react-router/dev/bin.cjs',
  tsc: 'node_modules/typescript/bin/tsc',
  vitest: 'node_modules/vitest/vitest.mjs',
  playwright: 'node_modules/@playwright/test/cli.js',
};
type Program = keyof typeof PROGRAMS;

/** A Ctrl-C reaches the program that runs as well; we wait for it to clear up, and begin no other. */
let interrupted = false;
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    interrupted = true;
  });
}

/** Runs one step after the other; one that fails keeps no other from running. */
export async function runSteps(steps: (() => Outcome | Promise<Outcome>)[]): Promise<Outcome> {
  const sum = { passed: 0, failed: 0 };
  for (const step of steps) {
    const { passed, failed } = await step();
    if (interrupted) process.exit(130);
    sum.passed += passed;
    sum.failed += failed;
  }
  return sum;
}

/** Runs a program of one of our packages with this Node and gives its exit code. */
export async function runProgram(program: Program, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  if (interrupted) return 130;
  const child = spawn(process.execPath, [join(ROOT, PROGRAMS[program]), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Says which step begins. */
export function heading(text: string): void {
  process.stdout.write(`\n── ${text}\n`);
}

/** A step that passes or fails as a whole. */
export async function whole(name: string, ...programs: [Program, string[]][]): Promise<Outcome> {
  heading(name);
  for (const [program, args] of programs) {
    if ((await runProgram(program, args)) !== 0) return { passed: 0, failed: 1 };
  }
  return { passed: 1, failed: 0 };
}

export const lintStep = () => whole('Biome', ['biome', ['check']]);
export const unusedCodeStep = () => whole('Unused code', ['knip', ['--no-progress', '--treat-config-hints-as-errors']]);
export const typesStep = () => whole('TypeScript', ['react-router', ['typegen']], ['tsc', []]);

/** A step that counts its tests in a report; a run that failed without a failed test counts as one. */
export async function counted(
  run: (report: string) => Promise<number>,
  count: (report: string) => Outcome,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'dolna-report-'));
  const report = join(folder, 'report.json');
  try {
    const code = await run(report);
    const outcome = readReport(report, count);
    return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(report: string, count: (report: string) => Outcome): Outcome {
  try {
    return count(readFileSync(report, 'utf8'));
  } catch {
    return { passed: 0, failed: 1 };
  }
}
