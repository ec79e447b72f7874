/** A store that loads this file first reads the certificate of Amazon, which tests cannot reach, from its environment. */
import { CERTIFICATE_URL } from './sns-messages.ts';

const through = globalThis.fetch;
globalThis.fetch = async (input, init) =>
  String(input) === CERTIFICATE_URL ? new Response(process.env.SNS_CERTIFICATE) : through(input, init);
