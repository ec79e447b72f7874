import { expect, type Page } from '@playwright/test';
import { book, list, type Member, newMember, rowOf, unique } from './members.ts';
import { payByCard } from './seller-fixture.ts';
import { expectAccessible, expectNoOverflow, ready, test, type Visit } from './visit.ts';

interface Deal {
  seller: Member;
  buyer: Member;
  item: string;
  booking: string;
}

/** Two people in contexts of their own, and a booking between them. */
async function openDeal(visit: Visit, options: { refused?: (number | string)[] } = {}): Promise<Deal> {
  const seller = await newMember(visit, 'Seller', 'Anika Sultana', options);
  const buyer = await newMember(visit, 'Buyer', 'Ayesha Rahman', options);
  const item = unique('Coach pram');
  const booking = await book(buyer, await list(seller, item));
  return { seller, buyer, item, booking };
}

async function openPaidDeal(visit: Visit, options?: { refused?: (number | string)[] }): Promise<Deal> {
  const deal = await openDeal(visit, options);
  await payByCard(deal.buyer.page, deal.buyer.token, deal.booking);
  return deal;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await ready(page);
}

const orderOf = ({ booking }: Deal) => `/dashboard/myorders/${booking}`;
const saleOf = ({ booking }: Deal) => `/dashboard/mybuyers/${booking}`;

async function codeOf({ buyer, booking }: Deal): Promise<string> {
  return (await (await buyer.api('GET', `/bookings/${booking}`)).json()).handover.code;
}

/** Returns a code that is not the right one. */
const wrong = (code: string) => (code === '123456' ? '654321' : '123456');

const boxes = (page: Page) => page.getByLabel('Six digits');

test('paid by card, the buyer shows the code, the seller types it, and the buyer checks the item', async ({
  visit,
}) => {
  const deal = await openPaidDeal(visit);
  const { buyer, seller, item } = deal;
  await open(buyer.page, '/dashboard/myorders');
  await expect(rowOf(buyer.page, item)).toContainText('Paid');
  await expect(rowOf(buyer.page, item)).toContainText('Meet the seller by');
  await rowOf(buyer.page, item)
    .getByRole('link', { name: `Details: ${item}` })
    .click();
  await expect(buyer.page.getByRole('heading', { level: 2, name: /^Meet Anika by / })).toBeVisible();
  await expect(buyer.page.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+8801712345678');
  await expect(buyer.page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/8801712345678',
  );
  const code = await codeOf(deal);
  await expect(buyer.page.locator('.code').getByText([...code].join(' '))).toBeAttached();
  await expect(buyer.page.getByRole('img', { name: 'QR code with your pick-up code' })).toBeVisible();
  await expectAccessible(buyer.page);

  await open(seller.page, saleOf(deal));
  await expect(seller.page.getByRole('heading', { level: 2, name: 'Ask Ayesha for the code' })).toBeVisible();
  // Its digits alone may be a part of an id.
  expect(await seller.page.content()).not.toMatch(new RegExp(`\\b${code}\\b|${[...code].join(' ')}`));
  await expectAccessible(seller.page);
  await boxes(seller.page).pressSequentially(code);
  await expect(seller.page.getByRole('heading', { level: 2, name: 'Handed over' })).toBeFocused();
  await expectAccessible(seller.page);

  await expect(buyer.page.getByRole('heading', { level: 2, name: /^Check it by / })).toBeVisible();
  await expect(buyer.page.getByRole('progressbar', { name: 'Time to check' })).toBeVisible();
  await expect(buyer.page.getByRole('link', { name: 'Call' })).toHaveCount(0);
  await expectAccessible(buyer.page);
  await open(buyer.page, '/dashboard/myorders');
  await expect(rowOf(buyer.page, item)).toContainText('Time to check');
});

test('a wrong code says how many tries are left, the digits stay; the fifth locks the boxes', async ({ visit }) => {
  const deal = await openPaidDeal(visit);
  const { page } = deal.seller;
  const code = wrong(await codeOf(deal));
  await open(page, saleOf(deal));
  for (const left of [4, 3, 2, 1]) {
    await boxes(page).fill('');
    await boxes(page).pressSequentially(code);
    await expect(page.getByRole('alert')).toHaveText(`Wrong code. Tries left: ${left}.`);
    await expect(boxes(page)).toHaveValue(code);
    await expect(boxes(page)).toBeFocused();
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(
    /Try again at \d\d:\d\d, in 15 min\. Or Ayesha presses “I have it”/,
  );
  await expect(boxes(page)).toBeDisabled();
  await expectAccessible(page);
});

test('the address of the QR code fills the boxes, and its code leaves the address', async ({ visit }) => {
  const deal = await openPaidDeal(visit);
  const { page } = deal.seller;
  const code = await codeOf(deal);
  await open(page, `${saleOf(deal)}#code=${code}`);
  await expect(boxes(page)).toHaveValue(code);
  await expect(page).toHaveURL(saleOf(deal));
  await page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Handed over' })).toBeVisible();
});

test('pasted Bangla digits count as the code', async ({ visit }) => {
  const deal = await openPaidDeal(visit);
  const { page } = deal.seller;
  const code = (await codeOf(deal)).replace(/\d/g, (digit) => String.fromCharCode(0x09e6 + Number(digit)));
  await open(page, saleOf(deal));
  await boxes(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(page.getByRole('heading', { level: 2, name: 'Handed over' })).toBeVisible();
});

test('the camera reads the QR code of the buyer', async ({ visit }) => {
  const deal = await openPaidDeal(visit);
  const { buyer, seller } = deal;
  await open(buyer.page, orderOf(deal));
  const drawing = await buyer.page.locator('.qr svg').evaluate((svg) => ({
    size: svg.getAttribute('viewBox')?.split(' ').at(-1),
    path: svg.querySelector('path')?.getAttribute('d'),
  }));
  await open(seller.page, saleOf(deal));
  // The camera of the test: a canvas with the buyer's screen.
  await seller.page.evaluate(({ size, path }) => {
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
      const pen = canvas.getContext('2d');
      const draw = () => {
        if (!pen) return;
        pen.fillStyle = 'white';
        pen.fillRect(0, 0, 640, 480);
        pen.save();
        pen.translate(140, 60);
        pen.scale(360 / Number(size), 360 / Number(size));
        pen.fillStyle = 'black';
        pen.fill(new Path2D(path ?? ''));
        pen.restore();
        requestAnimationFrame(draw);
      };
      draw();
      return canvas.captureStream(10);
    };
  }, drawing);
  await seller.page.getByRole('button', { name: 'Scan the QR' }).click();
  await expect(seller.page.getByRole('heading', { level: 2, name: 'Handed over' })).toBeVisible();
});

test('without a camera the scanner says so, and the boxes stay', async ({ visit }) => {
  const deal = await openPaidDeal(visit);
  const { page } = deal.seller;
  await open(page, saleOf(deal));
  await page.getByRole('button', { name: 'Scan the QR' }).click();
  await expect(page.getByText('The camera is off.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Type the code instead' }).click();
  await expect(boxes(page)).toBeFocused();
});

test('handed over without the code: the buyer is asked, and says no', async ({ visit }) => {
  const deal = await openPaidDeal(visit);
  const { buyer, seller, item } = deal;
  await open(buyer.page, orderOf(deal));
  await open(seller.page, saleOf(deal));
  await seller.page.getByRole('button', { name: 'Handed over without the code' }).click();
  const question = seller.page.getByRole('alertdialog', { name: 'Handed over without the code?' });
  await question.getByRole('button', { name: 'Yes, Ayesha has it' }).click();
  await expect(seller.page.getByRole('heading', { level: 2, name: 'We asked Ayesha' })).toBeVisible();
  await expectAccessible(seller.page);

  await expect(buyer.page.getByRole('heading', { level: 2, name: 'Did you get it?' })).toBeVisible();
  await expectAccessible(buyer.page);
  await buyer.page.getByRole('button', { name: 'No, I do not have it' }).click();
  await buyer.page
    .getByRole('alertdialog', { name: `Do you have ${item}?` })
    .getByRole('button', { name: 'No, I do not have it' })
    .click();
  await expect(buyer.page.getByText('We told the seller.')).toBeVisible();
  await expect(buyer.page.getByRole('listitem').filter({ hasText: 'does not have it' })).toContainText('You');
});

test('the buyer calls off with a reason of their own; both sides read it, and the money goes back', async ({
  visit,
}) => {
  const deal = await openPaidDeal(visit);
  const { buyer, seller, item } = deal;
  await open(buyer.page, orderOf(deal));
  await buyer.page.getByRole('button', { name: 'Something is wrong' }).click();
  const sheet = buyer.page.getByRole('dialog', { name: 'Something is wrong?' });
  await expect(sheet.getByRole('link', { name: /^Report the item/ })).toBeVisible();
  await expect(sheet.getByRole('link', { name: /^Write to Dolna/ })).toHaveAttribute(
    'href',
    /^\/contact\?subject=booking-or-payment&order=[\da-f-]{36}$/,
  );
  await expectAccessible(buyer.page);
  await sheet.getByRole('button', { name: /^Call it off/ }).click();
  const dialog = buyer.page.getByRole('dialog', { name: `Call off ${item}?` });
  await expect(dialog).toContainText('You get Tk 6,500 back');
  await dialog.getByText('Something else').click();
  await dialog.getByRole('button', { name: 'Call it off' }).click();
  await expect(dialog.getByText('Say why; the other side reads it.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Call it off' })).toBeVisible();
  await expectAccessible(buyer.page);
  await dialog.getByLabel('Your words').fill('My sister gave us one.');
  await dialog.getByRole('button', { name: 'Call it off' }).click();
  await expect(buyer.page.getByRole('heading', { level: 2, name: 'Called off, Tk 6,500 goes back' })).toBeVisible();
  await expect(buyer.page.getByText('You called it off: “My sister gave us one”.')).toBeVisible();
  await expectAccessible(buyer.page);

  await open(seller.page, saleOf(deal));
  await expect(seller.page.getByText('Ayesha called it off: “My sister gave us one”.')).toBeVisible();
});

test('a reason of the list is read in the language of each side', async ({ visit }) => {
  const deal = await openPaidDeal(visit);
  const { buyer, seller, item } = deal;
  await open(seller.page, saleOf(deal));
  await seller.page.getByRole('button', { name: 'Call it off' }).click();
  const dialog = seller.page.getByRole('dialog', { name: `Call off ${item}?` });
  await dialog.getByText('I no longer sell it').click();
  await dialog.getByRole('button', { name: 'Call it off' }).click();
  await expect(seller.page.getByText('You called it off: “I no longer sell it”.')).toBeVisible();
  await open(buyer.page, `${orderOf(deal)}?lang=bn`);
  await expect(buyer.page.getByText('কারণ: “আর বিক্রি করছি না”')).toBeVisible();
});

test('cash: the buyer chooses it on the payment page, the seller takes the money, types the code, and it is sold', async ({
  visit,
}) => {
  const deal = await openDeal(visit);
  const { buyer, seller } = deal;
  await open(buyer.page, `/dashboard/payment/${deal.booking}`);
  await expect(buyer.page.getByRole('radio', { name: /^Card(?! or)/ })).toBeChecked();
  await expect(buyer.page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
  await buyer.page.getByText('Cash at pick-up').click();
  await expect(buyer.page.getByText('Dolna does not hold cash and cannot refund it.')).toBeVisible();
  await expect(buyer.page.getByRole('button', { name: 'Pay', exact: true })).toBeHidden();
  await expectAccessible(buyer.page);
  await buyer.page.getByRole('button', { name: 'Choose cash' }).click();
  await expect(buyer.page).toHaveURL(orderOf(deal));
  await expect(buyer.page.getByRole('heading', { level: 2, name: 'Bring Tk 6,500 in cash' })).toBeVisible();
  await expectAccessible(buyer.page);

  await open(seller.page, saleOf(deal));
  await expect(seller.page.getByRole('heading', { level: 2, name: 'First take Tk 6,500 in cash' })).toBeVisible();
  await boxes(seller.page).pressSequentially(await codeOf(deal));
  await expect(seller.page.getByText('You took Tk 6,500 in cash.')).toBeVisible();
  await expect(buyer.page.getByRole('heading', { level: 2, name: 'It is yours' })).toBeVisible();
});

test('after a payment by card the page leads to the pick-up code', async ({ visit }) => {
  const deal = await openPaidDeal(visit);
  const { page } = deal.buyer;
  await open(page, `/dashboard/payment/${deal.booking}`);
  await expect(page.getByRole('heading', { name: 'congrats! Your payment completed' })).toBeVisible();
  await page.getByRole('link', { name: 'See your pick-up code' }).click();
  await expect(page).toHaveURL(orderOf(deal));
});

test('the code fills the screen in white, and Escape leads back to its button', async ({ visit }) => {
  const deal = await openPaidDeal(visit);
  const { page } = deal.buyer;
  await open(page, orderOf(deal));
  const button = page.getByRole('button', { name: 'Full screen' });
  await button.press('Enter');
  const full = page.getByRole('dialog', { name: 'Your pick-up code' });
  await expect(full).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(full).toBeHidden();
  await expect(button).toBeFocused();
});

test('without a script a code is typed, a wrong one is refused, and a booking is called off', async ({ visit }) => {
  const options = { javaScriptEnabled: false, viewport: { width: 320, height: 800 } };
  const deal = await openPaidDeal(visit);
  const seller = await visit(options);
  await seller.page.context().addCookies(await deal.seller.page.context().cookies());
  const { page } = seller;
  await page.goto(saleOf(deal));
  await expectNoOverflow(page);
  await boxes(page).fill(wrong(await codeOf(deal)));
  await page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await expect(page.getByText('Wrong code. Tries left: 4.')).toBeVisible();
  await page.getByRole('button', { name: 'Call it off' }).click();
  await expect(page.getByRole('heading', { name: `Call off ${deal.item}?` })).toBeVisible();
  await expectNoOverflow(page);
  await page.locator('.dialog').getByRole('button', { name: 'Call it off' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Called off, Tk 6,500 goes back' })).toBeVisible();
});
