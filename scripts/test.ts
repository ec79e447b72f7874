import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { browserStep } from './browser-step.ts';
import { lintStep, type Outcome, printHeading, printTotals, runSteps, typesStep } from './steps.ts';
import { vitestStep } from './vitest-step.ts';

/** Parts of paths, such as the name of a module. Given these, only the unit and API tests with such a path run. */
const filters = process.argv.slice(2);

const outcome = await runSteps(
  filters.length > 0
    ? [() => vitestStep('Unit and API tests', filters)]
    : [lintStep, typesStep, () => vitestStep('Unit and API tests'), buildStep, () => browserStep()],
);
printTotals(outcome);

/** Builds the product for the browser tests; a successful build counts as no test. */
function buildStep(): Outcome {
  printHeading('Build');
  const bootstrap = join(import.meta.dirname, 'bootstrap.mjs');
  const { status } = spawnSync(process.execPath, [bootstrap, 'build'], { stdio: 'inherit' });
  return { passed: 0, failed: status === 0 ? 0 : 1 };
}
