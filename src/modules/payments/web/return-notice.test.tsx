import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { TranslatorProvider } from '#platform/web/translator.tsx';
import { loadMessages } from '../../../i18n/messages.ts';
import { REFUSAL_REASONS } from '../rules.ts';
import { ReturnNotice } from './return-notice.tsx';

async function shown(language: 'en' | 'bn', more: Pick<Parameters<typeof ReturnNotice>[0], 'check' | 'refused'>) {
  const Stub = createRoutesStub([{ path: '/', Component: () => <ReturnNotice method="bkash" {...more} /> }]);
  return renderToString(
    <TranslatorProvider language={language} messages={await loadMessages(language)} product="Dolna" currency="Tk">
      <Stub />
    </TranslatorProvider>,
  );
}

test('each reason of a refusal has its own sentence, which says that nothing was charged', async () => {
  for (const [language, uncharged] of [
    ['en', /othing was charged/],
    ['bn', /টাকা কাটেনি/],
  ] as const) {
    const notes = await Promise.all(
      REFUSAL_REASONS.map((refusal) =>
        shown(language, { check: { state: 'failed', refusal, away: false }, refused: false }),
      ),
    );
    expect(new Set(notes).size).toBe(REFUSAL_REASONS.length);
    for (const note of notes) expect(note).toMatch(uncharged);
  }
});

test('a payment without a known reason failed or was left', async () => {
  const left = { state: 'cancelled', away: false } as const;
  expect(await shown('en', { check: left, refused: false })).toContain('You came back from bKash without paying.');
  expect(await shown('en', { check: left, refused: true })).toContain('bKash payment failed.');
  expect(await shown('en', { check: { state: 'open', away: false }, refused: false })).toBe('');
});
