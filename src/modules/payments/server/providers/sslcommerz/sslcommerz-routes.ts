import type { FastifyInstance } from 'fastify';
import { Problem } from '#platform/contract/problem.ts';
import { serve } from '#platform/http/serve.ts';
import { acceptForms } from '../form-body.ts';
import type { ProviderCallbacks } from '../provider.ts';
import { sslcommerzIpn, sslcommerzReturn } from './sslcommerz.contract.ts';
import { hasValidSignature } from './verify-signature.ts';

const TRAN_ID = /^[A-Za-z0-9_-]{6,30}$/;

/** Serves the return from SSLCommerz's page, and its messages. */
export function sslcommerzRoutes(app: FastifyInstance, callbacks: ProviderCallbacks, storePassword: string): void {
  app.register(async (scope) => {
    acceptForms(scope);
    serve(scope, sslcommerzReturn, ({ body = {} }) => {
      const { tran_id: id = '', status = '' } = body;
      const isLeft = status === 'FAILED' || status === 'CANCELLED';
      return callbacks.handleRedirect(TRAN_ID.test(id) ? id : undefined, isLeft ? 'left' : 'agreed');
    });

    serve(scope, sslcommerzIpn, async ({ body = {} }) => {
      const { tran_id: id = '' } = body;
      if (!hasValidSignature(body, storePassword) || !TRAN_ID.test(id))
        throw new Problem('invalid', 'bad-signature', 'error.signature');
      await callbacks.handleNotification(id);
      return { received: true };
    });
  });
}
