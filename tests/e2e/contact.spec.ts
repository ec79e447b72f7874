import { expect, type Page } from '@playwright/test';
import { asAdmin } from './people.ts';
import { expectAccessible, expectNoOverflow, ready, test, type Visit, type Visitor } from './visit.ts';

const WORDS = {
  en: {
    nameMissing: 'Name is required',
    subjectMissing: 'Choose a subject.',
    emailShape: 'Enter an email such as name@example.com.',
    sent: 'Message sent',
    byMail: 'We answer by email to',
  },
  bn: {
    nameMissing: 'নাম দিন',
    subjectMissing: 'বিষয় বেছে নিন।',
    emailShape: 'ইমেইল লিখুন, যেমন name@example.com',
    sent: 'বার্তা পাঠানো হয়েছে',
    byMail: 'সাধারণত তিন কর্মদিবসের মধ্যে উত্তর পাবেন',
  },
};
const LANGUAGES = ['en', 'bn'] as const;
const MARK = Date.now();

async function reader(visit: Visit, language: 'en' | 'bn'): Promise<Visitor> {
  const one = await visit();
  await one.page.goto(`/contact?lang=${language}`);
  await expect(one.page.locator('html')).toHaveAttribute('lang', language);
  await ready(one.page);
  return one;
}

/** Returns the name of the focused control. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));

for (const language of LANGUAGES)
  test(`a visitor writes to the admins by keyboard (${language}): each missing field has its message, then the page names the address of the answer`, async ({
    visit,
  }) => {
    const words = WORDS[language];
    const { page } = await reader(visit, language);
    const { keyboard } = page;
    await expectNoOverflow(page);

    await page.locator('main form [type="submit"]').focus();
    await keyboard.press('Enter');
    const summary = page.locator('main form .alert-error');
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveCount(4);
    await expect(page.locator('.field', { has: page.locator('[name="name"]') })).toContainText(words.nameMissing);
    await expect(page.locator('[name="subject"]')).toHaveAccessibleDescription(words.subjectMissing);
    await expectAccessible(page);

    await keyboard.press('Tab');
    await keyboard.press('Enter');
    expect(await focused(page)).toBe('name');
    await keyboard.type(`Ayesha ${language} ${MARK}`);
    await keyboard.press('Tab');
    await keyboard.type('nobody');
    await expect(page.locator('[name="email"]')).toHaveAccessibleDescription(words.emailShape);
    await keyboard.type(`-${MARK}@example.com`);
    await expect(page.locator('[name="email"]')).not.toHaveAttribute('aria-invalid');
    await keyboard.press('Tab');
    expect(await focused(page)).toBe('subject');
    for (let n = 0; n < 3; n += 1) await keyboard.press('ArrowDown');
    await keyboard.press('Tab');
    expect(await focused(page)).toBe('message');
    await keyboard.type('The pram in the picture');
    await keyboard.press('Enter');
    await keyboard.type('is not the one that is sold.');
    await keyboard.press('Tab');
    expect(await focused(page)).toBe('requestId');
    await keyboard.press('Tab');
    await keyboard.press('Enter');

    const heading = page.getByRole('heading', { name: words.sent });
    await expect(heading).toBeFocused();
    await expect(page.locator('.contact-sent')).toContainText(`nobody-${MARK}@example.com`);
    await expect(page.locator('.contact-sent')).toContainText(words.byMail);
    await expectAccessible(page);
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await expect(page.locator('[name="message"]')).toHaveValue('');
  });

test('the contact form works before any script runs', async ({ visit }) => {
  const { page } = await visit({ javaScriptEnabled: false });
  await page.goto('/contact?subject=safety&request=7k3mq9wd2xhp');
  await expect(page.locator('[name="requestId"]')).toHaveValue('7k3mq9wd2xhp');
  await page.locator('[name="name"]').fill('Ayesha');
  await page.locator('[name="email"]').fill(`noscript${MARK}@example.com`);
  await page.locator('main form [type="submit"]').click();
  await expect(page.locator('.field', { has: page.locator('[name="message"]') })).toContainText('Write your message.');
  await expect(page.locator('[name="name"]')).toHaveValue('Ayesha');
  await expect(page.locator('[name="subject"]')).toHaveValue('safety');
  await page.locator('[name="message"]').fill('Hello.');
  await page.locator('main form [type="submit"]').click();
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeVisible();
});

test('an admin reads a message, answers it by mail, marks it as answered and opens it again', async ({ visit }) => {
  const from = `Rumana ${MARK}`;
  const [writer, admin] = [await reader(visit, 'en'), await visit()];
  await writer.page.locator('[name="name"]').fill(from);
  await writer.page.locator('[name="email"]').fill('rumana+cot@example.com');
  await writer.page.locator('[name="subject"]').selectOption('listing');
  await writer.page.locator('[name="message"]').fill(`${'A long story. '.repeat(40)}And its end.`);
  await writer.page.locator('main form [type="submit"]').click();
  await expect(writer.page.getByRole('heading', { name: 'Message sent' })).toBeVisible();

  const { page } = admin;
  await asAdmin(page);
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Messages' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: from });
  await expect(row).toContainText('rumana+cot@example.com');
  await expect(row).toContainText('A listing');
  const text = row.getByText('A long story.');
  const cut = (await text.boundingBox())?.height ?? 0;
  await row.getByRole('button', { name: 'Read more' }).click();
  await expect.poll(async () => (await text.boundingBox())?.height).toBeGreaterThan(cut);
  await expect(row.getByRole('link', { name: 'Answer by email' })).toHaveAttribute(
    'href',
    `mailto:rumana%2Bcot@example.com?subject=${encodeURIComponent('Dolna: your message, “A listing”')}`,
  );

  await row.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(page.getByText(`${from}: marked as answered`)).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Mark as answered' }).first()).toBeFocused();

  await page.getByRole('button', { name: 'Answered', exact: true }).click();
  await expect(row).toContainText('Answered by Dolna Admin, ');
  await expectAccessible(page);
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page);
  }
  await row.getByRole('button', { name: 'Reopen' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(row).toBeVisible();

  await page.goto('/sandbox/outbox/');
  await expect(page.getByRole('article').filter({ hasText: from })).toContainText(
    'An answer goes to rumana+cot@example.com',
  );

  await page.goto('/dashboard/messages');
  await ready(page);
  const marks = page.getByRole('button', { name: 'Mark as answered' });
  const before = await marks.count();
  let posts = 0;
  page.on('request', (request) => request.method() === 'POST' && request.url().includes('.data') && posts++);
  await marks.evaluateAll(async ([first, second]) => {
    for (const button of [first, second, first]) {
      (button as HTMLElement).click();
      await new Promise(requestAnimationFrame);
    }
  });
  await expect(marks, 'a tap during another request is not lost').toHaveCount(before - 2);
  expect(posts, 'a row is sent once until its list is loaded again').toBe(2);
});
