import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/opt/google/chrome/chrome',
  '/usr/lib/chromium/chromium',
];

const PLAYWRIGHT = join(import.meta.dirname, '..', 'node_modules', '@playwright', 'test', 'cli.js');
/** How each kind of system installs Chromium; the first whose program is there is asked. */
const PACKAGE_MANAGERS = [
  ['apt-get', 'apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium'],
  ['dnf', 'dnf install -y chromium'],
  ['apk', 'apk add --no-cache chromium'],
  ['pacman', 'pacman -Sy --noconfirm chromium'],
  ['zypper', 'zypper --non-interactive install chromium'],
] as const;
const DOWNLOAD_LIMIT = 10 * 60_000;

/** The program of a Chromium that runs here: the one that was named, Playwright's own, or the system's. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => COMMANDS.map((name) => join(folder, name)));
  return [chromium.executablePath(), ...onPath, ...APPLICATIONS].find(runs);
}

/** Finds a Chromium, or installs one: Playwright's, and failing that, as root, the system's. */
export function provideChromium(): string | undefined {
  return findChromium() ?? installPlaywrights() ?? installSystems();
}

/** Some systems have a program of that name that only says where to get the real one. */
function runs(path: string): boolean {
  if (!path || !existsSync(path)) return false;
  const run = spawnSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8', timeout: 20_000 });
  return run.status === 0 && /\d+\.\d+/.test(run.stdout);
}

function installPlaywrights(): string | undefined {
  process.stdout.write('No Chromium found; Playwright downloads one …\n');
  playwright('install');
  const found = findChromium();
  if (found || !existsSync(chromium.executablePath()) || !isRoot()) return found;
  playwright('install-deps');
  return findChromium();
}

function playwright(command: string): void {
  spawnSync(process.execPath, [PLAYWRIGHT, command, 'chromium'], { stdio: 'inherit', timeout: DOWNLOAD_LIMIT });
}

function installSystems(): string | undefined {
  const manager = PACKAGE_MANAGERS.find(
    ([program]) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0,
  );
  if (!isRoot() || !manager) return undefined;
  process.stdout.write(`The system's package manager installs Chromium (${manager[0]}) …\n`);
  spawnSync('sh', ['-c', manager[1]], { stdio: 'inherit', timeout: DOWNLOAD_LIMIT });
  return findChromium();
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
