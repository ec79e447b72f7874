import type { Shot } from './load.ts';

/** The middle of some numbers, and the least and the most of them. */
export interface Spread {
  median: number;
  least: number;
  most: number;
}

export function spread(numbers: number[]): Spread {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    least: at(0),
    most: at(sorted.length - 1),
  };
}

/** A number as the tables show it: with three digits that matter. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value >= 100) return String(Math.round(value));
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

const spreadOf = (shots: Shot[], of: (shot: Shot) => number): Spread => spread(shots.map(of));

/** `1234 (1200–1260)`. */
export function told({ median, least, most }: Spread): string {
  return `${figure(median)} (${figure(least)}–${figure(most)})`;
}

/** A table as Markdown writes it. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** A row for each thing that was fired at, from its shots of several rounds. */
export function shotTable(shots: Map<string, Shot[]>): string {
  const rows = [...shots].map(([name, of]) => [
    name,
    told(spreadOf(of, (shot) => shot.perSecond)),
    told(spreadOf(of, (shot) => shot.p50)),
    told(spreadOf(of, (shot) => shot.p99)),
    told(spreadOf(of, (shot) => shot.cpu)),
    figure((of[0]?.bytes ?? Number.NaN) / 1024),
  ]);
  return table(['', 'a second', 'p50 ms', 'p99 ms', 'CPU ms each', 'KB'], rows);
}
