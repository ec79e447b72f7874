import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TranslatorProvider } from '#platform/web/translator.tsx';
import { loadMessages } from '../../../i18n/messages.ts';
import { TimedText } from './timed-text.tsx';

test('the mark after a date stays on the line of the date', async () => {
  const messages = await loadMessages('bn');
  const shown = (format: (date: string) => string) =>
    renderToStaticMarkup(
      <TranslatorProvider language="bn" messages={messages} product="দোলনা" currency="৳">
        <TimedText at="2026-11-20T13:02:00.000Z" format={format} />
      </TranslatorProvider>,
    );
  expect(shown((date) => `শেষ সময় ${date}। উত্তর দিন।`)).toMatch(/<\/time>।<\/span> উত্তর দিন।$/);
  expect(shown((date) => `শেষ সময় ${date} পর্যন্ত`)).toMatch(/<\/time><\/span> পর্যন্ত$/);
});
