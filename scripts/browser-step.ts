import { z } from 'zod';
import { provideChromium } from './chromium.ts';
import { counted, heading, type Outcome, runProgram } from './steps.ts';

const report = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

/** The tests in a browser, against the built product. */
export async function browserStep(args: string[] = []): Promise<Outcome> {
  heading('Browser tests');
  const chromium = provideChromium();
  if (!chromium) {
    process.stderr.write(
      'No Chromium for the browser tests: install one (apt-get install chromium) or set CHROMIUM_PATH to its program.\n',
    );
    return { passed: 0, failed: 1 };
  }
  return counted(
    (file) =>
      runProgram('playwright', ['test', '--reporter=list,json', ...args], {
        CHROMIUM_PATH: chromium,
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      }),
    (text) => {
      const { stats, errors } = report.parse(JSON.parse(text));
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
    },
  );
}
