import type { Database } from '#platform/database/database.ts';

/** A category for a test. */
export async function aCategory(db: Database, name = 'Prams'): Promise<string> {
  const { id } = await db
    .insertInto('categories')
    .values({ name, photo: '/art/cut-pram.svg', tone: 'mint', position: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The input of Add a Product, for a category. */
export function aProduct(categoryId: string, changes: Record<string, unknown> = {}) {
  return {
    productName: 'Coach pram',
    imageURL: '/demo/01-pram-gada-mint-800.webp',
    originalPrice: 12_000,
    resalePrice: 6500,
    location: 'Dhanmondi, Dhaka',
    useYear: 2,
    phone: '01712345678',
    categoryId,
    quality: 'Good' as const,
    description: 'Two children slept in it. One wheel squeaks.',
    ...changes,
  };
}
