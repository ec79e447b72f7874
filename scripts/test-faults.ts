import { runSteps } from './steps.ts';
import { vitestStep } from './vitest-step.ts';

/** The promises under faults: minutes of killed processes and cut lines. `npm run test:faults -- sold-once` runs one. */
const { passed, failed } = await runSteps([
  () => vitestStep('Promises under faults', [...process.argv.slice(2), '--config=vitest.faults.config.ts']),
]);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
