import { expect, test } from 'vitest';
import { loadMessages } from '#i18n/messages.ts';
import { appealTexts } from './appeal-text.ts';

test('the side that did not appeal reads that writing to the appeal uses up their own', async () => {
  const messages = await loadMessages('en');
  expect(messages[appealTexts('decision').until]).toContain('counts as your appeal');
  expect(messages[appealTexts('decision').reason]).not.toBe(messages[appealTexts('appeal').reason]);
  expect(messages[appealTexts('appeal').reason]).toBe('Why is it wrong?');
});

test('the time for an appeal is of the losing side, not of the other side than the reader', async () => {
  const [english, bangla] = await Promise.all([loadMessages('en'), loadMessages('bn')]);
  expect(english['disputes.appealTimeBody']).toContain('the losing side');
  expect(bangla['disputes.appealTimeBody']).not.toContain('অন্য পক্ষ');
});
