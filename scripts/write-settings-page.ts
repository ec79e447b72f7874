import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAYMENT_DESCRIPTIONS, readSettings, SETTINGS } from '#modules/payments/server/store-settings.ts';
import { PRODUCTION_SETTINGS } from '#platform/operations/settings.ts';
import { SETTING_DESCRIPTIONS } from './setting-descriptions.ts';

export const SETTINGS_PAGE = join(import.meta.dirname, '..', 'docs', 'settings.md');

/** Returns docs/settings.md as Markdown. */
export function settingsPage(): string {
  const required: readonly string[] = PRODUCTION_SETTINGS;
  const descriptions: Record<string, string | undefined> = { ...SETTING_DESCRIPTIONS, ...PAYMENT_DESCRIPTIONS };
  const defaults = readSettings({});
  const rows = SETTINGS.map((name) => {
    const value = defaults[name];
    const text = typeof value === 'boolean' ? (value ? 'on' : 'off') : value;
    return `|\`${name}\`${required.includes(name) ? ' \\*' : ''}|${text === undefined ? '' : `\`${text}\``}|${descriptions[name]}|`;
  });
  return `# Settings

Environment variables, read once at the start. An empty one counts as not set. A wrong one stops the start with a line that
names it. \`APP_MODE=production\` requires those marked \\*. \`npm run docs:settings\` writes this page from
[\`setting-descriptions.ts\`](../scripts/setting-descriptions.ts).

|Setting|Default|Meaning|
|---|---|---|
${rows.join('\n')}
`;
}

if (import.meta.main) writeFileSync(SETTINGS_PAGE, settingsPage());
