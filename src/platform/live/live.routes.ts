import { fastifySSE, type SSEReplyInterface } from '@fastify/sse';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { HEARTBEAT_INTERVAL_MS, LIVE, PAGE_MAX_AGE_MS } from '#platform/contract/live-protocol.ts';
import { Problem } from '#platform/contract/problem.ts';
import { checkAccess } from '#platform/http/access.ts';
import { ADMINS, type Live } from './live-events.ts';

/** In milliseconds: after so long a stream ends, and whoever asks for it again is asked who they are; */
const LIFE = 15 * 60_000;
/** and those that end at once, or may have missed something, come back spread over so long. */
const SPREAD = 8000;
/** Of one person at one process. Who left without a farewell may seem to be there for minutes: the oldest makes room. */
const MOST = 8;

/** How old what the page shows is, in milliseconds: what has changed since then is told at once. */
const querystring = z.object({ age: z.coerce.number().int().min(0).max(PAGE_MAX_AGE_MS).default(0) });

/**
 * `GET /api/live`: here a person's open page hears that something of theirs has changed, as server-sent events
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html). The cookie tells who it is: browsers send no token with it.
 */
export async function liveRoutes(app: FastifyInstance, live: Live): Promise<void> {
  // The beat is an event of its own: a comment is not heard by the page, which could not tell a line that is dead.
  await app.register(fastifySSE, { heartbeatInterval: 0 });
  const open = new Map<string, Set<SSEReplyInterface>>();
  let closing = false;

  app.get('/live', {
    sse: 'manual',
    exposeHeadRoute: false,
    schema: { hide: true, querystring },
    config: { access: 'cookie', unhurried: true },
    onRequest: async (request) => {
      request.session = await checkAccess(app.identify, 'cookie', request);
    },
    handler: async (request, reply) => {
      const person = request.session?.person;
      if (!person) throw new Problem('forbidden', 'registration-incomplete', 'error.registrationIncomplete');
      if (closing) throw new Problem('unavailable', 'closing', 'error.unavailable').retryAfter(5);
      const { age } = request.query as z.output<typeof querystring>;
      reply.header('cache-control', 'no-store');
      const { sse, raw } = reply.hijack();
      sse.keepAlive();
      if (raw.destroyed) return;
      // Nothing comes in any more, and little goes out.
      raw.socket?.setTimeout(3 * HEARTBEAT_INTERVAL_MS);
      keep(person.id, sse);
      await sse.send({ event: LIVE.hello, data: '', retry: Math.round(SPREAD * (0.5 + Math.random())) });
      if (sse.isConnected) speak(sse, person.role === 'admin' ? [person.id, ADMINS] : [person.id], age);
    },
  });

  function keep(personId: string, sse: SSEReplyInterface): void {
    const own = open.get(personId) ?? new Set();
    open.set(personId, own.add(sse));
    const [oldest] = own;
    if (oldest && own.size > MOST) oldest.send({ event: LIVE.full, data: '' }).finally(() => oldest.close());
    const end = setTimeout(() => sse.close(), LIFE * (0.9 + 0.1 * Math.random()));
    sse.onClose(() => {
      clearTimeout(end);
      own.delete(sse);
      if (own.size === 0) open.delete(personId);
    });
  }

  function speak(sse: SSEReplyInterface, keys: string[], age: number): void {
    let unread = false;
    let later: NodeJS.Timeout | undefined;
    const say = async (message: string | { event: string; data: string }) => {
      // Who has not read the last one will ask no earlier than that.
      if (unread || !sse.isConnected) return;
      unread = true;
      await sse.send(message);
      unread = false;
    };
    const stop = live.listen(keys, age, (missed) => {
      if (!missed) say('changed');
      else
        later ??= setTimeout(() => {
          later = undefined;
          say('changed');
        }, SPREAD * Math.random());
    });
    const beats = setInterval(() => say({ event: LIVE.beat, data: '' }), HEARTBEAT_INTERVAL_MS);
    sse.onClose(() => {
      stop();
      clearInterval(beats);
      clearTimeout(later);
    });
  }

  app.addHook('preClose', async () => {
    closing = true;
    for (const own of open.values()) for (const sse of own) sse.close();
  });
}
