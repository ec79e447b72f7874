import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '#platform/contract/call.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** A payment provider declares its own messages in its folder. */
const CONTRACTS = ['src/modules/*/*contract.ts', 'src/modules/payments/server/providers/*/*.contract.ts'];

/** Every call of every contract, by `METHOD /path`. */
export const calls: ReadonlyMap<string, Call> = new Map(
  (await Promise.all(globSync(CONTRACTS, { cwd: ROOT }).sort().map(readContract)))
    .flat()
    .map((call) => [`${call.method} ${call.path}`, call]),
);

async function readContract(path: string): Promise<Call[]> {
  const contract: Record<string, unknown> = await import(join(ROOT, path));
  return Object.values(contract).filter(isCall);
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'spec' in value && 'path' in value;
}
