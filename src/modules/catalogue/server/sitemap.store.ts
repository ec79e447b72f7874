import type pg from 'pg';

const NEXT = {
  name: 'sitemap-next',
  text: `select id from products where status = 'unsold' and id > $1 order by id offset $2 limit 1`,
};

/** The first of everything on offer, and then each that stands `size` further on: where the parts of a sitemap begin. */
export async function selectSitemapParts(pool: pg.Pool, size: number): Promise<string[]> {
  const firsts: string[] = [];
  // One part at a time: however much there is, no statement reads more than a part of it.
  for (let after = '00000000-0000-0000-0000-000000000000', skip = 0; ; skip = size - 1) {
    const { rows } = await pool.query<{ id: string }>({ ...NEXT, values: [after, skip] });
    const next = rows[0]?.id;
    if (!next) return firsts;
    firsts.push(next);
    after = next;
  }
}

const PART = {
  name: 'sitemap-part',
  text: `select id from products where status = 'unsold' and id >= $1 order by id limit $2`,
};

/** What is on offer from an id on. */
export async function selectSitemapPart(pool: pg.Pool, first: string, size: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({ ...PART, values: [first, size] });
  return rows.map(({ id }) => id);
}
