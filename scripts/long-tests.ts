import { printTotals, runSteps } from './steps.ts';
import { vitestStep } from './vitest-step.ts';

const SUITES: Record<string, string> = {
  /** Killed processes and cut connections. `npm run test:faults -- sold-once` runs one file. */
  faults: 'Promises under faults',
  /** Every query with a million products. `SCALE_PRODUCTS=50000` takes fewer. */
  scale: 'Plans at scale',
};

const [suite = '', ...args] = process.argv.slice(2);
const outcome = await runSteps([
  () => vitestStep(SUITES[suite] ?? suite, [...args, `--config=vitest.${suite}.config.ts`]),
]);
printTotals(outcome);
