import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { counts, FaultQueue } from './fault-queue.ts';
import { isSame } from './stand-in.ts';

const callFault = z.object({
  /**
   * - `late`: the call takes effect, its answer waits for `delay` milliseconds
   * - `error-before`, `error-after`: status 500, without or with the effect
   * - `refuse`: status 401 without the effect
   * - `cut-before`, `cut-after`: the connection is closed, before or after the effect
   * - `alter`: the fields of `set` replace those of the answer, or are added
   * - `instead`: the fields of `set` are the answer, without the effect
   */
  kind: z.enum(['late', 'error-before', 'error-after', 'refuse', 'cut-before', 'cut-after', 'alter', 'instead']),
  /**
   * The name of the calls, such as `execute`. All calls when missing. `refund-end`: a refund that is accepted fails later,
   * whatever the kind.
   */
  on: z.string().optional(),
  set: z.record(z.string(), z.string()).optional(),
  ...counts,
});

/** `drop`: never delivered; `double`: delivered twice; `delay`: delivered `delay` milliseconds later. */
const messageFault = z.object({ kind: z.enum(['drop', 'double', 'delay']), ...counts });

const faultRequest = z.object({
  clear: z.boolean().optional(),
  calls: z.array(callFault).default([]),
  messages: z.array(messageFault).default([]),
});

/** The faults to inject into the calls of the store, and into messages to it. */
export class StandInFaults {
  readonly calls = new FaultQueue<z.infer<typeof callFault>>();
  readonly messages = new FaultQueue<z.infer<typeof messageFault>>();

  /** Adds the faults of a request, after `clear` where it is true. Returns the pending faults. @throws ZodError */
  addAll(body: unknown): object {
    const { clear, calls, messages } = faultRequest.parse(body);
    if (clear) for (const queue of [this.calls, this.messages]) queue.clear();
    for (const fault of calls) this.calls.add(fault);
    for (const fault of messages) this.messages.add(fault);
    return { calls: this.calls.pending(), messages: this.messages.pending() };
  }

  /** Whether the refund that is made now fails later. */
  failsRefund(): boolean {
    return this.calls.take(({ on }) => on === 'refund-end') !== undefined;
  }

  /** Answers a call with the result of `run`, or with the next fault. */
  async answer(call: string, reply: FastifyReply, run: () => object): Promise<FastifyReply> {
    const fault = this.calls.take(({ on }) => on === undefined || on === call);
    const kind = fault?.kind;
    const fail = () => (kind?.startsWith('cut') ? cut(reply) : reply.code(500).send({ message: 'Server error' }));
    if (kind === 'refuse') return reply.code(401).send({ message: 'Unauthorized' });
    if (kind?.endsWith('before')) return fail();
    if (kind === 'instead') return reply.header('cache-control', 'no-store').send(fault?.set ?? {});
    const result = run();
    if (kind?.endsWith('after')) return fail();
    if (kind === 'late') await new Promise((resolve) => setTimeout(resolve, fault?.delay ?? 0).unref());
    return reply.header('cache-control', 'no-store').send(kind === 'alter' ? alter(result, fault?.set) : result);
  }

  /** Serves `POST /test/faults` to the holder of a secret. */
  serve(app: FastifyInstance, secret: string): void {
    app.post('/test/faults', (request, reply) => {
      if (!isSame(request.headers.authorization ?? '', `Bearer ${secret}`)) return reply.code(401).send({});
      try {
        return reply.send(this.addAll(JSON.parse(String(request.body))));
      } catch (error) {
        return reply.code(400).send({ message: String(error) });
      }
    });
  }
}

function cut(reply: FastifyReply): FastifyReply {
  reply.raw.destroy();
  return reply.hijack();
}

/** Sets fields of an answer, and of each entry of its lists. */
function alter(answer: object, set: Record<string, string> = {}): object {
  const changed = Object.entries(answer).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((entry: object) => ({ ...entry, ...set })) : (set[name] ?? value),
  ]);
  return { ...set, ...Object.fromEntries(changed) };
}
