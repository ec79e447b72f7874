import type pg from 'pg';
import type { Finding } from '../contract.ts';
import { areaOf, type Filter, YEARS } from '../rules.ts';

interface Row {
  id: string;
  cursor_at: string;
  name: string;
  description: string;
  category_id: string;
  quality: string;
  price_poisha: number;
  location: string;
  years_used: number;
  verified: boolean;
  booked: boolean;
}

export async function selectAll(pool: pg.Pool): Promise<Row[]> {
  const { rows } = await pool.query<Row>(`select p.id, p.created_at::text as cursor_at, p.name, p.description,
    p.category_id, p.quality, p.price_poisha, p.location, p.years_used, s.verified_at is not null as verified,
    exists (select from live_bookings b where b.product_id = p.id) as booked
    from products p join users s on s.id = p.seller_id where p.status = 'unsold'
    order by p.created_at desc, p.id desc limit 5000`);
  return rows;
}

const words = (q = '') => q.toLowerCase().split(/\s+/).filter(Boolean);

export function fits(row: Row, finding: Finding, but?: Filter): boolean {
  const { category, condition, min, max, area, years } = finding;
  const text = `${row.name} ${row.description}`.toLowerCase();
  return (
    words(finding.q).every((word) => text.includes(word)) &&
    (but === 'category' || !category || row.category_id === category) &&
    (but === 'condition' || !condition || condition.some((one) => one === row.quality)) &&
    (but === 'price' || ((!min || row.price_poisha >= min * 100) && (!max || row.price_poisha <= max * 100))) &&
    (but === 'area' || !area || area.includes(areaOf(row.location))) &&
    (but === 'years' || years === undefined || row.years_used <= years) &&
    (but === 'verified' || !finding.verified || row.verified) &&
    (but === 'free' || !finding.free || !row.booked)
  );
}

const capped = (n: number, cap = 100) => ({ count: Math.min(n, cap), more: n > cap });

function options(rows: Row[], of: (row: Row) => string) {
  const groups = new Map<string, number>();
  for (const row of rows) groups.set(of(row), (groups.get(of(row)) ?? 0) + 1);
  return [...groups].map(([value, n]) => ({ value, ...capped(n) })).sort((a, b) => b.count - a.count);
}

export function summarise(rows: Row[], finding: Finding) {
  const of = (but?: Filter) => rows.filter((row) => fits(row, finding, but));
  const found = of().length;
  const applied: [Filter, unknown][] = [
    ['category', finding.category],
    ['condition', finding.condition],
    ['price', finding.min ?? finding.max],
    ['area', finding.area],
    ['years', finding.years],
    ['verified', finding.verified],
    ['free', finding.free],
  ];
  return {
    total: capped(found, 1000),
    categories: options(of('category'), (row) => row.category_id).map(({ value: _id, ...n }) => ({ _id, ...n })),
    conditions: options(of('condition'), (row) => row.quality),
    areas: options(of('area'), (row) => areaOf(row.location))
      .slice(0, 12)
      .map((one) => ({ ...one, label: one.value })),
    years: YEARS.map((years) => ({
      value: String(years),
      ...capped(of('years').filter((row) => row.years_used <= years).length),
    })),
    verified: capped(of('verified').filter((row) => row.verified).length),
    free: capped(of('free').filter((row) => !row.booked).length),
    drop:
      found > 0
        ? []
        : applied
            .filter(([, value]) => value !== undefined)
            .map(([filter]) => ({ filter, ...capped(of(filter).length) }))
            .filter(({ count }) => count > 0)
            .sort((a, b) => b.count - a.count),
  };
}
