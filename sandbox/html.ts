/** HTML source that `html` inserts as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | Html[];

/** Template tag: returns HTML with every value escaped, except values that are `Html`. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  const parts = strings.map((text, index) => text + (index < values.length ? textOf(values[index] ?? '') : ''));
  return new Html(parts.join(''));
}

function textOf(value: Value): string {
  if (Array.isArray(value)) return value.map((item) => item.text).join('');
  if (value instanceof Html) return value.text;
  return String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
