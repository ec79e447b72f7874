/** Session storage key. use-kept-fields.ts repeats it, so that pages load this file only when fields are stored. */
const KEPT_KEY = 'kept-fields';

/** How long to wait for fields that appear later, such as those of a lazy form. */
const WAIT_MAX_MS = 5_000;

/** A field's key is its form's intent, its name, the value of a checkbox or radio button, and a number. */
interface KeptFields {
  path: string;
  fields: [key: string, value: string][];
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Keeps the fields of the page's forms for the same page after it is loaded again. No passwords and no files; of hidden
 * fields those with `data-kept`, whose form takes the value of an input event.
 */
export function keepFields(): void {
  const fields = [...controls()].map(([key, control]): [string, string] => [key, controlValue(control)]);
  sessionStorage.setItem(KEPT_KEY, JSON.stringify({ path: location.pathname, fields } satisfies KeptFields));
}

/** Deletes the kept fields. */
export function dropKeptFields(): void {
  sessionStorage.removeItem(KEPT_KEY);
}

/** Fills the kept fields of this page in again, once. */
export function restoreFields(): void {
  const kept = JSON.parse(sessionStorage.getItem(KEPT_KEY) ?? 'null') as KeptFields | null;
  if (kept?.path !== location.pathname) return;
  dropKeptFields();
  const unfilled = new Map(kept.fields);
  const fill = () => {
    for (const key of fillFields(unfilled)) unfilled.delete(key);
  };
  fill();
  if (unfilled.size === 0) return;
  const observer = new MutationObserver(fill);
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), WAIT_MAX_MS);
}

/** Returns the fields of a form that differ from its first values, by key. */
export function changedFields(form: HTMLFormElement): Map<string, string> {
  const changed = [...controls(form)].filter(([, control]) => controlValue(control) !== defaultControlValue(control));
  return new Map(changed.map(([key, control]) => [key, controlValue(control)]));
}

/** Sets the values of the page's fields, and returns the keys of those that are there. */
export function fillFields(values: ReadonlyMap<string, string>): string[] {
  const found = [...controls()].filter(([key]) => values.has(key));
  for (const [key, control] of found) {
    const value = values.get(key) as string;
    if (controlValue(control) !== value) setValue(control, value);
  }
  return found.map(([key]) => key);
}

/** Returns the key of the form's field with the focus. */
export function focusedField(form: HTMLFormElement): string | undefined {
  return [...controls(form)].find(([, control]) => control === document.activeElement)?.[0];
}

/** Focuses a field, with the caret at its end. */
export function focusField(key: string): void {
  const control = controls().get(key);
  control?.focus({ preventScroll: true });
  if (control && 'setSelectionRange' in control && !isCheckable(control))
    control.setSelectionRange(control.value.length, control.value.length);
}

function controls(within: ParentNode = document): Map<string, Control> {
  const found = new Map<string, Control>();
  for (const control of within.querySelectorAll<Control>('form :is(input, textarea, select)[name]')) {
    if (/^(hidden|password|file|submit)$/.test(control.type) && !('kept' in control.dataset)) continue;
    const intent = control.form?.querySelector<HTMLInputElement>('input[type="hidden"][name="intent"]')?.value ?? '';
    const key = `${intent} ${control.name} ${isCheckable(control) ? control.value : ''}`;
    for (let n = 0; ; n += 1) {
      if (found.has(`${key} ${n}`)) continue;
      found.set(`${key} ${n}`, control);
      break;
    }
  }
  return found;
}

function isCheckable(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio';
}

function controlValue(control: Control): string {
  return isCheckable(control) ? String(control.checked) : control.value;
}

/** Returns the value that the document or React gave the field. A choice begins with its first option. */
function defaultControlValue(control: Control): string {
  if (isCheckable(control)) return String(control.defaultChecked);
  if (!('options' in control)) return control.defaultValue;
  const options = [...control.options];
  return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? '';
}

/** Sets a value as typing does, so that React and the form's own listeners notice. */
function setValue(control: Control, value: string): void {
  if (isCheckable(control)) {
    // A radio button is unticked by another one.
    if (control.type === 'checkbox' || value === 'true') control.click();
    return;
  }
  // React replaces the property of the element, and ignores a value that is set by it.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {};
  set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}
