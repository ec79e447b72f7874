import { calmly } from './calm.ts';
import type { Filled } from './filled.ts';
import { largestCategory } from './lists.ts';
import { type Shot, shoot, warmUp } from './load.ts';
import type { Machine } from './machines.ts';
import { registerBuyers, signedIn, type Visitor } from './people.ts';

/** With how few products the category's page is compared. */
export const FEW = 1000;

export interface Flat {
  few: Shot[];
  many: Shot[];
}

interface Many {
  filled: Filled;
  product: Machine;
  buyers: Visitor[];
}

/** The category's first page of a small store and of the one that is measured, in turn. */
export async function measureFlat(small: Filled, many: Many, rounds: number): Promise<Flat> {
  const product = await small.startProduct();
  try {
    const buyers = await registerBuyers(product.address, many.buyers.length);
    const few = { filled: small, product, buyers };
    const aims = await Promise.all(
      [few, many].map(async ({ filled, product, buyers }) => ({
        product,
        aim: signedIn(`/api/products/category/${await largestCategory(filled.db)}`, buyers),
      })),
    );
    for (const { product, aim } of aims) await warmUp(product, aim);
    const shots: [Shot[], Shot[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      // Now the one first, now the other.
      const turn = [...aims.entries()];
      for (const [at, { product, aim }] of round % 2 ? turn.toReversed() : turn)
        shots[at]?.push(await calmly(() => shoot(product, aim)));
    }
    return { few: shots[0], many: shots[1] };
  } finally {
    await product.stop();
  }
}
