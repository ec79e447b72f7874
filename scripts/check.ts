import { lintStep, runSteps, typesStep, unusedCodeStep } from './steps.ts';
import { vitestStep } from './vitest-step.ts';

/** What can be said without running the product. */
const { failed } = await runSteps([lintStep, typesStep, unusedCodeStep, () => vitestStep('Architecture', ['--project=architecture'])]);
process.exitCode = failed > 0 ? 1 : 0;
