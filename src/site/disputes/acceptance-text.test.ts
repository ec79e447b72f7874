import { expect, test } from 'vitest';
import { createTranslator } from '#platform/web/translator.tsx';
import { loadMessages } from '../../i18n/messages.ts';
import { acceptanceText, offerText, outcomeText } from './acceptance-text.ts';

test('a seller reads their share of an accepted part, less a fee of at most that share', async () => {
  const translator = createTranslator('en', await loadMessages('en'), 'Dolna', 'Tk');
  const said = (sums: { amount?: number; fee: number }) =>
    acceptanceText(translator, { itemPrice: 1000, buyerName: 'Ayesha', reason: 'damaged', ...sums }).replaceAll(
      '\u00a0',
      ' ',
    );
  expect(said({ amount: 200, fee: 75 })).toBe('Ayesha gets Tk 200. You get Tk 725, after the fee of Tk 75.');
  expect(said({ amount: 950, fee: 75 })).toBe('Ayesha gets Tk 950. You get Tk 0, after the fee of Tk 50.');
  expect(said({ amount: 950, fee: 0 })).toBe('Ayesha gets Tk 950. You get Tk 50.');
  expect(said({ fee: 75 })).toContain('then gets Tk 1,000. You get nothing.');
});

test('an offer says that the buyer keeps the item, unless the buyer did not get it', async () => {
  const translator = createTranslator('en', await loadMessages('en'), 'Dolna', 'Tk');
  expect(offerText(translator, { buyerName: 'Ayesha', reason: 'damaged' })).toContain('keeps the item');
  expect(offerText(translator, { buyerName: 'Ayesha', reason: 'not_received' })).toBe('Ayesha gets your amount.');
});

test('an admin reads the shares of both sides in a decision for all or nothing', async () => {
  const translator = createTranslator('en', await loadMessages('en'), 'Dolna', 'Tk');
  const dispute = { itemPrice: 1000, fee: 75, buyerName: 'Ayesha', sellerName: 'Anika' };
  const said = (outcome: 'refund' | 'part' | 'none') =>
    outcomeText(translator, dispute, outcome).replaceAll('\u00a0', ' ');
  expect(said('refund')).toBe('Ayesha gets Tk 1,000, Anika nothing.');
  expect(said('none')).toBe('Anika gets Tk 925, Ayesha nothing.');
  expect(said('part')).toBe('');
});
