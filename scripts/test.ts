import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { browserStep } from './browser-step.ts';
import { heading, lintStep, type Outcome, runSteps, typesStep } from './steps.ts';
import { vitestStep } from './vitest-step.ts';

const { passed, failed } = await runSteps([
  lintStep,
  typesStep,
  () => vitestStep('Unit and API tests'),
  buildStep,
  () => browserStep(),
]);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;

/** The browser tests need the product as it is; a build that works is no test of its own. */
function buildStep(): Outcome {
  heading('Build');
  const bootstrap = join(import.meta.dirname, 'bootstrap.mjs');
  const { status } = spawnSync(process.execPath, [bootstrap, 'build'], { stdio: 'inherit' });
  return { passed: 0, failed: status === 0 ? 0 : 1 };
}
