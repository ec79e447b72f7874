import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { Problem } from '#platform/contract/problem.ts';
import type { Database, Db } from '#platform/database/database.ts';

/** At most `max` times within `seconds`, counted from the first. */
export interface Limit {
  name: string;
  max: number;
  seconds: number;
  /** Message reference of the refusal, where the default is not exact enough. */
  message?: string;
}

/** Counts attempts in the database, so that all processes share the counts. */
export interface Limiter {
  /**
   * Counts one attempt of `key` (a network, an e-mail or an account id). With `within` it counts in that transaction,
   * so that a rollback does not count. @throws Problem (429, with the seconds to wait) beyond the limit
   */
  consume(limit: Limit, key: string, within?: Db): Promise<void>;
  /** Subtracts one legitimate attempt from the count. */
  restore(limit: Limit, key: string): Promise<void>;
}

/** Creates a limiter. `secret` keys the stored digests, so that addresses cannot be found by brute force. */
export function createLimiter(db: Database, secret: string): Limiter {
  const bucketName = (limit: Limit, key: string) =>
    `${limit.name}:${createHmac('sha256', secret).update(key).digest('base64url')}`;

  return {
    async consume(limit, key, within = db) {
      const { rows } = await sql<{ count: number; wait: number }>`
        insert into limit_counts as c (bucket, count, resets_at)
        values (${bucketName(limit, key)}, 1, now() + make_interval(secs => ${limit.seconds}))
        on conflict (bucket) do update set
          count = case when c.resets_at <= now() then 1 else least(c.count, ${limit.max}) + 1 end,
          resets_at = case when c.resets_at <= now() then excluded.resets_at else c.resets_at end
        returning count, ceil(extract(epoch from resets_at - now()))::int as wait`.execute(within);
      const { count, wait } = rows[0] ?? { count: 0, wait: 0 };
      if (count > limit.max)
        throw new Problem('tooMany', 'too-many-requests', limit.message ?? 'error.tooMany').retryAfter(wait);
    },

    async restore(limit, key) {
      await db
        .updateTable('limit_counts')
        .set({ count: sql`greatest(count - 1, 0)` })
        .where('bucket', '=', bucketName(limit, key))
        .execute();
    },
  };
}
