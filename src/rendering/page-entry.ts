import { createClient } from '#platform/contract/call-client.ts';
import {
  apiContext,
  browserContext,
  logErrorContext,
  nonceContext,
  noticeContext,
  ownApiContext,
  rootDataContext,
  todoContext,
} from '#platform/web/api-context.ts';

/** The contexts that the hosting server fills. It must use this build's objects, not its own copies. */
export const contexts = {
  apiContext,
  browserContext,
  logErrorContext,
  rootDataContext,
  nonceContext,
  noticeContext,
  ownApiContext,
  todoContext,
};
/** This build's client: pages recognise its `CallError` by class. */
export { createClient };
