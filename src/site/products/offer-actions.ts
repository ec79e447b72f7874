import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { book } from '#modules/bookings/web/submit-booking.ts';
import { changeWish, isWish } from '#modules/wishlist/web/wishes.ts';
import { toastedAction } from '#platform/forms/action-result.ts';
import { choiceOf, type UserForm } from '#platform/forms/run-action.ts';

/** The action of product lists: a booking or a wish. */
export async function actOnOffer(request: UserForm) {
  return choiceOf(request, 'intent', ['wish', 'book']) === 'wish' ? changeWish(request) : book(request);
}

/** The client action of product lists. */
export const toastOffer = toastedAction((form) => (isWish(form) ? 'wish.unchanged' : 'book.failed'));

/** Opening or closing the dialog, and the heart with its own state, do not reload the list. */
export function keepsList({ currentUrl, nextUrl, formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  if (formData) return !isWish(formData);
  const dialogMoved = currentUrl.searchParams.get('book') !== nextUrl.searchParams.get('book');
  return dialogMoved && listOf(currentUrl) === listOf(nextUrl) ? false : defaultShouldRevalidate;
}

function listOf({ pathname, searchParams }: URL): string {
  const search = new URLSearchParams(searchParams);
  search.delete('book');
  return `${pathname}?${search}`;
}
