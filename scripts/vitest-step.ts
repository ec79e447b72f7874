import { z } from 'zod';
import { counted, heading, type Outcome, runProgram } from './steps.ts';

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

/** The tests without a browser; a file that could not even be read counts as a failed test. */
export function vitestStep(name: string, args: string[] = []): Promise<Outcome> {
  heading(name);
  const reporters = ['--reporter=default', '--reporter=json'];
  return counted(
    (file) => runProgram('vitest', ['run', ...reporters, `--outputFile.json=${file}`, ...args]),
    (text) => {
      const { numPassedTests, numFailedTests, testResults } = report.parse(JSON.parse(text));
      const unread = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
      return { passed: numPassedTests, failed: numFailedTests + unread.length };
    },
  );
}
