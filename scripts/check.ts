import { lintStep, runSteps, typesStep, unusedCodeStep } from './steps.ts';
import { vitestStep } from './vitest-step.ts';

/** The checks that need no database, browser or build. */
const { failed } = await runSteps([
  lintStep,
  typesStep,
  unusedCodeStep,
  () => vitestStep('Architecture', ['--project=architecture']),
]);
process.exitCode = failed > 0 ? 1 : 0;
