/** Also in use-kept-fields.ts, which every page loads: it loads this file only when there is something to restore. */
const KEPT_KEY = 'kept-fields';

/** Fields that are there later, such as those of a lazy form, are waited for so long. */
const WAIT_MAX_MS = 5_000;

/** A field is known by its form's intent, its name and, where several share it, its value or its place. */
interface Kept {
  path: string;
  fields: [key: string, value: string][];
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Keeps the fields of the page's forms for the same page in another language. No passwords and no files. */
export function keepFields(): void {
  const fields = [...controls()].map(([key, control]): [string, string] => [key, typedIn(control)]);
  sessionStorage.setItem(KEPT_KEY, JSON.stringify({ path: location.pathname, fields } satisfies Kept));
}

/** Fills the kept fields in again, once. */
export function restoreFields(): void {
  const kept = JSON.parse(sessionStorage.getItem(KEPT_KEY) ?? 'null') as Kept | null;
  sessionStorage.removeItem(KEPT_KEY);
  if (kept?.path !== location.pathname) return;
  const waiting = new Map(kept.fields);
  const fill = () => {
    for (const [key, control] of controls()) {
      const value = waiting.get(key);
      if (value !== undefined && typedIn(control) !== value) setValue(control, value);
      waiting.delete(key);
    }
  };
  fill();
  if (waiting.size === 0) return;
  const observer = new MutationObserver(fill);
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), WAIT_MAX_MS);
}

function controls(): Map<string, Control> {
  const found = new Map<string, Control>();
  for (const control of document.querySelectorAll<Control>('form :is(input, textarea, select)[name]')) {
    if (/^(hidden|password|file|submit)$/.test(control.type)) continue;
    const intent = control.form?.querySelector<HTMLInputElement>('input[type="hidden"][name="intent"]')?.value ?? '';
    const key = `${intent} ${control.name} ${isTick(control) ? control.value : ''}`;
    for (let n = 0; ; n += 1) {
      if (found.has(`${key} ${n}`)) continue;
      found.set(`${key} ${n}`, control);
      break;
    }
  }
  return found;
}

function isTick(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio';
}

function typedIn(control: Control): string {
  return isTick(control) ? String(control.checked) : control.value;
}

/** Sets a value as typing does, so that React and the form's own listeners notice. */
function setValue(control: Control, value: string): void {
  if (isTick(control)) {
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
