import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { changeWish } from '#modules/wishlist/web/wishes.ts';
import { asSignedIn } from '#platform/web/api-client.ts';
import { loadBooking } from './load-booking.ts';

/** What the cards of a list send: a booking, or a heart. */
export function actOnOffer(request: Request) {
  return asSignedIn(request, async () => {
    const form = await request.formData();
    if (form.get('intent') === 'wish') return changeWish(form);
    const [, { book }] = await loadBooking();
    return book(form);
  });
}

/** The dialog's coming and going, and a heart, which keeps its own state, leave the list as it is. */
export function keepsList({ currentUrl, nextUrl, formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  if (formData) return formData.get('intent') !== 'wish';
  const dialogMoved = currentUrl.searchParams.get('book') !== nextUrl.searchParams.get('book');
  return dialogMoved && listOf(currentUrl) === listOf(nextUrl) ? false : defaultShouldRevalidate;
}

function listOf({ pathname, searchParams }: URL): string {
  const search = new URLSearchParams(searchParams);
  search.delete('book');
  return `${pathname}?${search}`;
}
