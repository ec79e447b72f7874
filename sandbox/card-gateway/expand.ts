import type { Book } from './book.ts';
import { invalid } from './problem.ts';

const EXPANDABLE = ['latest_charge', 'payment_method', 'payment_intent', 'charge'];

/**
 * Puts whole objects in place of their ids where a request asks for it (`expand[]=latest_charge`).
 * @throws StripeProblem 400 for a property that cannot be expanded.
 */
export function expand(book: Book, answer: object, paths: string[]): object {
  const copy: object = structuredClone(answer);
  for (const path of paths) {
    const steps = path.split('.');
    if (steps[0] === 'data' && 'data' in copy && Array.isArray(copy.data)) {
      for (const item of copy.data) expandOne(book, item, steps.slice(1), path);
    } else {
      expandOne(book, copy, steps, path);
    }
  }
  return copy;
}

function expandOne(book: Book, object: Record<string, unknown> | object, steps: string[], path: string): void {
  const [step, ...rest] = steps;
  const fields = object as Record<string, unknown>;
  if (step === undefined || !EXPANDABLE.includes(step) || !Object.hasOwn(fields, step)) {
    throw invalid(`This property cannot be expanded (${path.slice(0, 100)}).`, { param: 'expand' });
  }
  const value = fields[step];
  const whole = typeof value === 'string' ? book.findAny(value) : value;
  if (typeof whole !== 'object' || whole === null) return;
  fields[step] = whole;
  if (rest.length > 0) expandOne(book, whole, rest, path);
}
