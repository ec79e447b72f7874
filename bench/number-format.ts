import type { Measurement } from './load.ts';

/** The median, minimum and maximum of some numbers. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

/** Returns the median, minimum and maximum of numbers. */
export function spread(numbers: number[]): Spread {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    min: at(0),
    max: at(sorted.length - 1),
  };
}

/** Formats a number: no decimals from 100 on, one from 10 on, two below. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value >= 100) return String(Math.round(value));
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

const spreadOf = (measurements: Measurement[], of: (measurement: Measurement) => number): Spread =>
  spread(measurements.map(of));

/** Returns `median (minimum–maximum)`: `1234 (1200–1260)`. */
export function formatSpread({ median, min, max }: Spread): string {
  return `${formatNumber(median)} (${formatNumber(min)}–${formatNumber(max)})`;
}

/** Returns a Markdown table. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** Returns a Markdown table with one row for each measured target. */
export function measurementTable(measurements: Map<string, Measurement[]>): string {
  const rows = [...measurements].map(([name, of]) => [
    name,
    formatSpread(spreadOf(of, (measurement) => measurement.perSecond)),
    formatSpread(spreadOf(of, (measurement) => measurement.p50Ms)),
    formatSpread(spreadOf(of, (measurement) => measurement.p99Ms)),
    formatSpread(spreadOf(of, (measurement) => measurement.cpuMs)),
    formatNumber((of[0]?.bytes ?? Number.NaN) / 1024),
  ]);
  return table(['', 'a second', 'p50 ms', 'p99 ms', 'CPU ms each', 'KB'], rows);
}
