/** Browsers send less than half of this. The rest is cut off: matching takes quadratic time. */
export const USER_AGENT_MAX_CHARS = 512;

/** The first match wins: many browsers also name those that they derive from. */
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

/** Returns browser and system as a User-Agent header names them (RFC 9110, 10.1.5); null when it is not recognised. */
export function readUserAgent(header: string): { browser: string | null; system: string | null } {
  const start = header.slice(0, USER_AGENT_MAX_CHARS);
  const nameIn = (known: [string, RegExp][]) => known.find(([, pattern]) => pattern.test(start))?.[0] ?? null;
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) };
}
