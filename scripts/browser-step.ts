import { z } from 'zod';
import { provideChromium } from './chromium.ts';
import { type Outcome, printHeading, runCounted, runProgram } from './steps.ts';

const report = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

/** Runs the browser tests on the built product. Returns the counts. */
export async function browserStep(args: string[] = []): Promise<Outcome> {
  printHeading('Browser tests');
  if (!provideChromium()) {
    process.stderr.write(
      'No Chromium for the browser tests: install one (apt-get install chromium) or set CHROMIUM_PATH to its program.\n',
    );
    return { passed: 0, failed: 1 };
  }
  return runCounted(
    (file) =>
      runProgram('playwright', ['test', '--reporter=list,json', ...args], { PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
    (text) => {
      const { stats, errors } = report.parse(JSON.parse(text));
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
    },
  );
}
