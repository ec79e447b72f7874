/** Browsers send less than half of this. More is neither stored nor read: matching takes the square of the length. */
export const USER_AGENT_MAX_LENGTH = 512;

/** The first that matches is meant: many browsers also name those that they descend from. */
const BROWSERS: [string, RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['UC Browser', /\bUCBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+ .*\bSafari\//],
];
const SYSTEMS: [string, RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** Returns browser and system as a User-Agent header names them (RFC 9110, 10.1.5); null for what is not recognised. */
export function readUserAgent(header: string): { browser: string | null; system: string | null } {
  const start = header.slice(0, USER_AGENT_MAX_LENGTH);
  const nameIn = (known: [string, RegExp][]) => known.find(([, pattern]) => pattern.test(start))?.[0] ?? null;
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) };
}
