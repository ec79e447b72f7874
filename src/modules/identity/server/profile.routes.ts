import type { FastifyInstance } from 'fastify';
import { languageOf } from '#platform/http/language.ts';
import { serve } from '#platform/http/serve.ts';
import * as calls from '../profile.contract.ts';
import { changeOwnProfile, confirmNewEmail, type EmailChangeDeps, requestEmailChange } from './profile.service.ts';
import { sessionOf } from './routes.ts';

/** Serves the calls of identity/profile.contract.ts. */
export function profileRoutes(app: FastifyInstance, deps: EmailChangeDeps): void {
  serve(app, calls.changeProfile, async ({ body: { location: pickup, ...columns }, request }) => ({
    modifiedCount: await changeOwnProfile(deps.db, sessionOf(request), { ...columns, pickup }),
  }));

  serve(app, calls.changeEmail, async ({ body, request }) => {
    await requestEmailChange(deps, sessionOf(request), { ...body, origin: request, language: languageOf(request) });
    return { acknowledged: true };
  });

  serve(app, calls.confirmEmail, async ({ params: { token }, request }) => ({
    email: await confirmNewEmail(deps, token, languageOf(request)),
  }));
}
