import { z } from 'zod';
import { type Outcome, printHeading, runCounted, runProgram } from './steps.ts';

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

/** Runs Vitest. Returns the counts; a file that cannot be loaded counts as a failed test. */
export function vitestStep(name: string, args: string[] = []): Promise<Outcome> {
  printHeading(name);
  const reporters = ['--reporter=default', '--reporter=json'];
  return runCounted(
    (file) => runProgram('vitest', ['run', ...reporters, `--outputFile.json=${file}`, ...args]),
    (text) => {
      const { numPassedTests, numFailedTests, testResults } = report.parse(JSON.parse(text));
      const notLoaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
      return { passed: numPassedTests, failed: numFailedTests + notLoaded.length };
    },
  );
}
