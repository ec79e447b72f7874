import type { Db } from '#platform/database/database.ts';
import type { SeededPerson, SeededProduct } from './seeded-rows.ts';

const OPEN = [
  ['The picture shows a different colour from the one I was shown at the door.'],
  ['Two of the screws are missing. Please look at this before a child sits in it.', 'The same, and nobody answers.'],
];
const DECIDED = 'I think the price is too high for something this old.';

/** Inserts reports of the demo's buyers: two products wait for the admin, one was kept. */
export async function seedReports(
  db: Db,
  products: SeededProduct[],
  buyers: SeededPerson[],
  admin: SeededPerson,
): Promise<void> {
  const free = products.filter((product) => product.status === 'unsold' && !product.advertised).slice(30, 33);
  const [kept, ...open] = free as [SeededProduct, ...SeededProduct[]];
  for (const [index, product] of open.entries()) await report(db, product, buyers, OPEN[index] ?? []);
  await report(db, kept, buyers, [DECIDED], { decision: 'keep', decided_at: new Date(), decided_by: admin.id });
}

async function report(
  db: Db,
  { id: product_id }: SeededProduct,
  buyers: SeededPerson[],
  reasons: string[],
  decided: { decision?: string; decided_at?: Date; decided_by?: string } = {},
): Promise<void> {
  const { id: case_id } = await db
    .insertInto('report_cases')
    .values({ product_id, ...decided })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('reports')
    .values(
      reasons.map((reason, index) => ({
        case_id,
        product_id,
        reporter_id: (buyers[index % buyers.length] as SeededPerson).id,
        reason,
      })),
    )
    .execute();
}
