import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { Problem } from '#platform/contract/problem.ts';
import type { Database, Db } from '#platform/database/database.ts';

/** So many times within so many seconds, counted from the first. `name` tells what is limited. */
export interface Limit {
  name: string;
  max: number;
  seconds: number;
  /** What is said (see message.ts) of one too many, where it can be said more exactly. */
  message?: string;
}

/** Counts what is limited, in the database, so that every process of the store sees the same counts. */
export interface Limiter {
  /**
   * Counts one for `who` (a network, an e-mail, an account's id); in the caller's transaction, where one is given, so
   * that what comes to nothing does not count.
   * @throws Problem (429, with the seconds to wait) when it is one too many.
   */
  spend(limit: Limit, who: string, within?: Db): Promise<void>;
  /** Takes one back: what was asked for turned out to be harmless. */
  giveBack(limit: Limit, who: string): Promise<void>;
}

/** `secret` keeps the stored digests from being turned back into addresses by trying all of them. */
export function createLimiter(db: Database, secret: string): Limiter {
  const bucketOf = (limit: Limit, who: string) =>
    `${limit.name}:${createHmac('sha256', secret).update(who).digest('base64url')}`;

  return {
    async spend(limit, who, within = db) {
      const { rows } = await sql<{ count: number; wait: number }>`
        insert into limit_counts as c (bucket, count, resets_at)
        values (${bucketOf(limit, who)}, 1, now() + make_interval(secs => ${limit.seconds}))
        on conflict (bucket) do update set
          count = case when c.resets_at <= now() then 1 else least(c.count, ${limit.max}) + 1 end,
          resets_at = case when c.resets_at <= now() then excluded.resets_at else c.resets_at end
        returning count, ceil(extract(epoch from resets_at - now()))::int as wait`.execute(within);
      const { count, wait } = rows[0] ?? { count: 0, wait: 0 };
      if (count > limit.max)
        throw new Problem('tooMany', 'too-many-requests', limit.message ?? 'error.tooMany').retryAfter(wait);
    },

    async giveBack(limit, who) {
      await db
        .updateTable('limit_counts')
        .set({ count: sql`greatest(count - 1, 0)` })
        .where('bucket', '=', bucketOf(limit, who))
        .execute();
    },
  };
}
