import { runSteps } from './steps.ts';
import { vitestStep } from './vitest-step.ts';

/** The promises under faults: minutes of killed processes and cut lines. `npm run test:faults -- sold-once` runs one. */
const { passed, failed } = await runSteps([
  () =>
    vitestStep('Promises under faults', [
      '--config=vitest.faults.config.ts',
      '--silent=false',
      '--disable-console-intercept',
      ...process.argv.slice(2),
    ]),
]);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
