import { changedFields, fillFields, focusedField, focusField } from '#platform/forms/kept-fields.ts';

/** The changed fields of a form, and the one with the focus, for the form that replaces it. */
export interface CarriedFields {
  changed: Map<string, string>;
  focused: string | undefined;
}

/** Returns the changed fields of the page's product form. */
export function takeFields(): CarriedFields | undefined {
  const form = document.querySelector<HTMLFormElement>('.add-form');
  return form ? { changed: changedFields(form), focused: focusedField(form) } : undefined;
}

/** Fills the fields in again. */
export function fillCarried(carried: CarriedFields | undefined): void {
  if (!carried) return;
  fillFields(carried.changed);
  if (carried.focused) focusField(carried.focused);
}
