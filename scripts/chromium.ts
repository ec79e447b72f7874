import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
/** Chromium without windows, with which the browser tests take a fifth less time. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/opt/google/chrome/chrome',
  '/usr/lib/chromium/chromium',
];

const PLAYWRIGHT = join(import.meta.dirname, '..', 'node_modules', '@playwright', 'test', 'cli.js');
const APT_INSTALL = 'DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium';
/** The command that installs Chromium, by package manager; the first one found is used. */
const PACKAGE_MANAGERS = [
  // Ubuntu has no package of the headless shell.
  ['apt-get', `apt-get update && (${APT_INSTALL} ${HEADLESS_SHELL} || ${APT_INSTALL})`],
  ['dnf', 'dnf install -y chromium'],
  ['apk', 'apk add --no-cache chromium'],
  ['pacman', 'pacman -Sy --noconfirm chromium'],
  ['zypper', 'zypper --non-interactive install chromium'],
] as const;
const VERSION_TIMEOUT_MS = 20_000;
const INSTALL_TIMEOUT_MS = 10 * 60_000;

/** Returns the path of a Chromium that runs: CHROMIUM_PATH, Playwright's, or the system's. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  return [chromium.executablePath(), ...COMMANDS.flatMap(onPath), ...APPLICATIONS].find(runs);
}

/** Returns the path of the system's headless shell of Chromium, unless CHROMIUM_PATH names a browser. */
export function findHeadlessShell(): string | undefined {
  return process.env.CHROMIUM_PATH ? undefined : onPath(HEADLESS_SHELL).find(runs);
}

function onPath(name: string): string[] {
  return (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
}

/** Finds a Chromium, or installs Playwright's or, as root, the system's. Returns its path. */
export function provideChromium(): string | undefined {
  return findChromium() ?? installWithPlaywright() ?? installWithPackageManager();
}

/** Some systems have a program of that name that only prints an installation hint. */
function runs(path: string): boolean {
  if (!path || !existsSync(path)) return false;
  const run = spawnSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8', timeout: VERSION_TIMEOUT_MS });
  return run.status === 0 && /\d+\.\d+/.test(run.stdout);
}

function installWithPlaywright(): string | undefined {
  process.stdout.write('No Chromium found; Playwright downloads one …\n');
  playwright('install');
  const found = findChromium();
  if (found || !existsSync(chromium.executablePath()) || !isRoot()) return found;
  playwright('install-deps');
  return findChromium();
}

function playwright(command: string): void {
  spawnSync(process.execPath, [PLAYWRIGHT, command, 'chromium'], { stdio: 'inherit', timeout: INSTALL_TIMEOUT_MS });
}

function installWithPackageManager(): string | undefined {
  const manager = PACKAGE_MANAGERS.find(
    ([program]) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0,
  );
  if (!isRoot() || !manager) return undefined;
  process.stdout.write(`The system's package manager installs Chromium (${manager[0]}) …\n`);
  spawnSync('sh', ['-c', manager[1]], { stdio: 'inherit', timeout: INSTALL_TIMEOUT_MS });
  return findChromium();
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
