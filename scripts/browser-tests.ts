import { browserStep } from './browser-step.ts';
import { runSteps } from './steps.ts';

const { failed } = await runSteps([() => browserStep(process.argv.slice(2))]);
process.exitCode = failed > 0 ? 1 : 0;
