import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { serve } from './serve.ts';

const HANDLER_TIMEOUT_MS = 100;

const file = defineCall('GET /file', {
  access: 'anyone',
  summary: 'Five lines, slowly.',
  reply: z.string(),
  streamed: 'text/plain',
});

async function* slowLines(): AsyncGenerator<string> {
  for (let n = 0; n < 5; n += 1) {
    await new Promise((resolve) => setTimeout(resolve, HANDLER_TIMEOUT_MS / 2));
    yield `${n}\n`;
  }
}

test('a streamed file may take longer than the request timeout, and is complete', async () => {
  const app = Fastify({ handlerTimeout: HANDLER_TIMEOUT_MS });
  app.decorate('identify', {
    byToken: async () => null,
    byCookie: async () => null,
    issueCredential: () => ({ authorization: '', end: () => undefined }),
  });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => String);
  serve(app, file, async () => slowLines());
  const answer = await app.inject('/file');
  expect([answer.statusCode, answer.body]).toEqual([200, '0\n1\n2\n3\n4\n']);
  await app.close();
});
