import { fastifySSE, type SSEReplyInterface } from '@fastify/sse';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { HEARTBEAT_INTERVAL_MS, LIVE, PAGE_MAX_AGE_MS } from '#platform/contract/live-protocol.ts';
import { Problem } from '#platform/contract/problem.ts';
import { checkAccess } from '#platform/http/access.ts';
import { ADMINS, type Live } from './live-events.ts';

/** A stream ends after this time. A new one checks the session again. */
const STREAM_LIFETIME_MS = 15 * 60_000;
/** Spreads reconnects after a simultaneous end, and events after missed notifications, over this time. */
const RECONNECT_SPREAD_MS = 8000;
/** Streams of one person at one process; a new one ends the oldest, whose connection may be lost without notice. */
const STREAMS_PER_PERSON_MAX_COUNT = 8;

/** `age` is the age of the page's data in milliseconds: an event since then is sent at once. */
const querystring = z.object({ age: z.coerce.number().int().min(0).max(PAGE_MAX_AGE_MS).default(0) });

/**
 * Serves `GET /api/live`: server-sent events that tell a person's open page that its data has changed
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html). It reads the cookie, as browsers send no token with it.
 */
export async function liveRoutes(app: FastifyInstance, live: Live): Promise<void> {
  // The heartbeat is an event: a page does not see comments, and could not tell that its connection is lost.
  await app.register(fastifySSE, { heartbeatInterval: 0 });
  const open = new Map<string, Set<SSEReplyInterface>>();
  let isClosing = false;

  app.get('/live', {
    sse: 'manual',
    exposeHeadRoute: false,
    schema: { hide: true, querystring },
    config: { access: 'cookie', databaseDeadline: 'none' },
    onRequest: async (request) => {
      request.session = await checkAccess(app.identify, 'cookie', request);
    },
    handler: async (request, reply) => {
      const person = request.session?.person;
      if (!person) throw new Problem('forbidden', 'registration-incomplete', 'error.registrationIncomplete');
      if (isClosing) throw new Problem('unavailable', 'closing', 'error.unavailable').retryAfter(5);
      const { age } = request.query as z.output<typeof querystring>;
      reply.header('cache-control', 'no-store');
      const { sse, raw } = reply.hijack();
      sse.keepAlive();
      if (raw.destroyed) return;
      raw.socket?.setTimeout(3 * HEARTBEAT_INTERVAL_MS);
      registerStream(person.id, sse);
      await sse.send({ event: LIVE.hello, data: '', retry: Math.round(RECONNECT_SPREAD_MS * (0.5 + Math.random())) });
      if (sse.isConnected) sendEvents(sse, person.roles.includes('admin') ? [person.id, ADMINS] : [person.id], age);
    },
  });

  function registerStream(personId: string, sse: SSEReplyInterface): void {
    const own = open.get(personId) ?? new Set();
    open.set(personId, own.add(sse));
    const [oldest] = own;
    if (oldest && own.size > STREAMS_PER_PERSON_MAX_COUNT)
      oldest.send({ event: LIVE.full, data: '' }).finally(() => oldest.close());
    const end = setTimeout(() => sse.close(), STREAM_LIFETIME_MS * (0.9 + 0.1 * Math.random()));
    sse.onClose(() => {
      clearTimeout(end);
      own.delete(sse);
      if (own.size === 0) open.delete(personId);
    });
  }

  function sendEvents(sse: SSEReplyInterface, keys: string[], age: number): void {
    let isUnread = false;
    let later: NodeJS.Timeout | undefined;
    const send = async (message: string | { event: string; data: string }) => {
      // A page that has not read the last event loads its data after it.
      if (isUnread || !sse.isConnected) return;
      isUnread = true;
      await sse.send(message);
      isUnread = false;
    };
    const stop = live.listen(keys, age, (hasMissed) => {
      if (!hasMissed) send('changed');
      else
        later ??= setTimeout(() => {
          later = undefined;
          send('changed');
        }, RECONNECT_SPREAD_MS * Math.random());
    });
    const heartbeat = setInterval(() => send({ event: LIVE.beat, data: '' }), HEARTBEAT_INTERVAL_MS);
    sse.onClose(() => {
      stop();
      clearInterval(heartbeat);
      clearTimeout(later);
    });
  }

  app.addHook('preClose', async () => {
    isClosing = true;
    for (const own of open.values()) for (const sse of own) sse.close();
  });
}
