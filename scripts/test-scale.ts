import { runSteps } from './steps.ts';
import { vitestStep } from './vitest-step.ts';

/** Every call, page, job and search with a million products: minutes of filling, then every plan. `SCALE_PRODUCTS=50000` takes fewer. */
const { passed, failed } = await runSteps([
  () => vitestStep('Plans at scale', [...process.argv.slice(2), '--config=vitest.scale.config.ts']),
]);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
