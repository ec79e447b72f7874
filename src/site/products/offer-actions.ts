import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { changeWish } from '#modules/wishlist/web/wishes.ts';
import { asSignedIn } from '#platform/web/api-client.ts';
import { loadBooking } from './load-booking.ts';

/** The action of product lists: a booking or a wish. */
export function actOnOffer(request: Request) {
  return asSignedIn(request, async () => {
    const form = await request.formData();
    if (form.get('intent') === 'wish') return changeWish(form);
    const [, { book }] = await loadBooking();
    return book(form);
  });
}

/** Opening or closing the dialog, and the heart with its own state, do not reload the list. */
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
