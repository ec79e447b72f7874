import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TranslatorProvider } from '#platform/web/translator.tsx';
import { loadMessages } from '../../../i18n/messages.ts';
import type { Earnings } from '../contract.ts';
import { EarningsStats } from './earnings-stats.tsx';

test('the month of the first payout is that of Dhaka, not of UTC', async () => {
  const messages = await loadMessages('en');
  const earnings = { available: 0, onHold: 0, paidOut: 500, payouts: [], paidOutSince: '2026-11-30T19:00:00.000Z' };
  const shown = renderToString(
    <TranslatorProvider language="en" messages={messages} product="Dolna" currency="Tk">
      <EarningsStats earnings={earnings as unknown as Earnings} />
    </TranslatorProvider>,
  );
  expect(shown).toContain('Since December 2026');
});
