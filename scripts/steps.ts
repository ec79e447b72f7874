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
  'kysely-codegen': 'node_modules/kysely-codegen/dist/cli/bin.js',
  knip: 'node_modules/knip/bin/knip.js',
  'react-router': 'node_modules/@react-router/dev/bin.cjs',
  tsc: 'node_modules/typescript/bin/tsc',
  vitest: 'node_modules/vitest/vitest.mjs',
  playwright: 'node_modules/@playwright/test/cli.js',
};
type Program = keyof typeof PROGRAMS;

/** A Ctrl-C reaches the running program, too. This process waits for its end and starts no other step. */
let isInterrupted = false;
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    isInterrupted = true;
  });
}

/** Runs all steps in sequence, also after a failed one. Returns the sums. */
export async function runSteps(steps: (() => Outcome | Promise<Outcome>)[]): Promise<Outcome> {
  const sum = { passed: 0, failed: 0 };
  for (const step of steps) {
    const { passed, failed } = await step();
    if (isInterrupted) process.exit(130);
    sum.passed += passed;
    sum.failed += failed;
  }
  return sum;
}

/** Runs a program of a package with this Node. Returns its exit code. */
export async function runProgram(program: Program, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  if (isInterrupted) return 130;
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

/** Prints the sums and sets the exit code. */
export function printTotals({ passed, failed }: Outcome): void {
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** Prints the title of a step. */
export function printHeading(text: string): void {
  process.stdout.write(`\n── ${text}\n`);
}

/** Runs the programs of a step that passes or fails as a whole. */
async function runPrograms(name: string, ...programs: [Program, string[]][]): Promise<Outcome> {
  printHeading(name);
  for (const [program, args] of programs) {
    if ((await runProgram(program, args)) !== 0) return { passed: 0, failed: 1 };
  }
  return { passed: 1, failed: 0 };
}

/** Runs Biome on the repository. */
export const lintStep = () => runPrograms('Biome', ['biome', ['check']]);
/** Runs Knip, which reports unused files, exports and packages. */
export const unusedCodeStep = () =>
  runPrograms('Unused code', ['knip', ['--no-progress', '--treat-config-hints-as-errors']]);
/** Generates the route types and checks all types. */
export const typesStep = () => runPrograms('TypeScript', ['react-router', ['typegen']], ['tsc', []]);

/** Runs a step and counts the tests in its report. A failed run without a failed test counts as one. */
export async function runCounted(
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
