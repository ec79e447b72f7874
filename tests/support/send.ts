import type { FastifyInstance } from 'fastify';
import type { Call } from '#platform/contract/call.ts';
import type { Ask } from './owners.ts';

/** Sends a call without the typed client, with any input and headers. */
export async function sendCall(app: FastifyInstance, call: Call, ask: Ask, headers: Record<string, string>) {
  const { params = {}, query = {}, body, file } = ask;
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const form = file && new FormData();
  form?.set(file?.field ?? '', new Blob([new Uint8Array(file?.bytes ?? [])], { type: 'image/png' }), 'photo.png');
  return app.inject({
    method: call.method,
    url: `/api${path}?${new URLSearchParams(query)}`,
    headers,
    ...(body ? { payload: body } : {}),
    ...(form ? { payload: form } : {}),
  });
}
