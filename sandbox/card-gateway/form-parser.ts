/** A value of a parsed body. Stripe's form encoding knows texts only. */
export type FormValue = string | FormValue[] | FormTree;
export interface FormTree {
  [name: string]: FormValue;
}

/** A body that cannot be parsed. */
export class FormError extends Error {}

const MAX_FIELDS = 1000;
const DEPTH_MAX_LEVELS = 6;

/**
 * Parses `application/x-www-form-urlencoded` with brackets, as Stripe's clients write it: `metadata[bookingId]=7`,
 * `payment_method_types[]=card`, `expand[0]=latest_charge`.
 * @throws FormError when it is too large, too deep or contradictory
 */
export function parseForm(body: string): FormTree {
  const root = emptyTree();
  let count = 0;
  for (const [name, value] of new URLSearchParams(body)) {
    count += 1;
    if (count > MAX_FIELDS) throw new FormError('The request has too many parameters.');
    place(root, pathOf(name), value);
  }
  return toLists(root) as FormTree;
}

function pathOf(name: string): string[] {
  const bracket = name.indexOf('[');
  if (bracket === -1) return [name];
  const rest = name.slice(bracket);
  if (!/^(\[[^[\]]*\])+$/.test(rest)) throw new FormError(`Invalid parameter name: ${name.slice(0, 100)}`);
  const path = [name.slice(0, bracket), ...rest.slice(1, -1).split('][')];
  if (path.length > DEPTH_MAX_LEVELS) throw new FormError('The request nests its parameters too deeply.');
  return path;
}

function place(root: FormTree, path: string[], value: string): void {
  let tree = root;
  path.forEach((step, index) => {
    const key = step === '' ? String(Object.keys(tree).length) : step;
    if (index === path.length - 1) {
      tree[key] = value;
      return;
    }
    const next = tree[key];
    if (next === undefined) {
      const made = emptyTree();
      tree[key] = made;
      tree = made;
    } else if (typeof next === 'object' && !Array.isArray(next)) {
      tree = next;
    } else {
      throw new FormError(`Invalid object: ${path[0]}`);
    }
  });
}

function toLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, toLists(inner)] as const);
  if (entries.length > 0 && entries.every(([key], index) => key === String(index))) return entries.map(([, v]) => v);
  const tree = emptyTree();
  for (const [key, inner] of entries) tree[key] = inner;
  return tree;
}

function emptyTree(): FormTree {
  return Object.create(null) as FormTree;
}
