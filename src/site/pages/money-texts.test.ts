import { expect, test } from 'vitest';
import buying from './server/prose/buying.json' with { type: 'json' };
import delivery from './server/prose/delivery.json' with { type: 'json' };
import terms from './server/prose/terms.json' with { type: 'json' };

const WORDS = {
  en: ['to bKash usually within a day', 'usually within ten working days', /no fee|nothing for it/],
  bn: ['বিকাশে সাধারণত এক দিনের মধ্যে', 'সাধারণত দশ কর্মদিবসের মধ্যে', /ফি নেয় না|কোনো ফি নেই/],
};

test.each(
  Object.entries({ terms, buying, delivery }).flatMap(([name, page]) =>
    (['en', 'bn'] as const).map((language) => ({ name, language, text: JSON.stringify(page[language]) })),
  ),
)('the page $name tells in $language the fee of a buyer and the time of a refund', ({ language, text }) => {
  for (const words of WORDS[language]) expect(text).toMatch(words);
});
