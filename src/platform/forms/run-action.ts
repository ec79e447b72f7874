import { type RouterContextProvider, redirect } from 'react-router';
import type { z } from 'zod';
import type { MessageKey } from '#i18n/messages.ts';
import { CallError, type Client, type Transport } from '#platform/contract/call-client.ts';
import type { CurrentUser, Shop } from '#platform/contract/page.ts';
import {
  apiContext,
  browserContext,
  logErrorContext,
  noticeContext,
  ownApiContext,
  rootDataContext,
} from '#platform/web/api-context.ts';
import { assertUserKnown, requireUser, toLogin } from '#platform/web/authenticated-loader.ts';
import { preparedMessages, prepareMessages } from '#platform/web/message-loader.ts';
import { createTranslator, type Translator } from '#platform/web/translator.tsx';
import type { ActionResult } from './action-result.ts';
import type { LazyForm } from './form.tsx';

/** A form that was sent to a page's action. */
export interface PageForm<P = unknown> extends Pick<Translator, 't' | 'money' | 'date'> {
  form: FormData;
  url: URL;
  params: P;
  user: CurrentUser | null;
  shop: Shop;
  /** Calls the API with the form's idempotency key. It may change the data of a signed-in user. */
  api: Client;
  /** Calls the API as the form's browser does, with its cookies. */
  browser: Transport;
}

export interface UserForm<P = unknown> extends PageForm<P> {
  user: CurrentUser;
}

interface ActionArgs<P> {
  request: Request;
  context: Readonly<RouterContextProvider>;
  url: URL;
  params: P;
}

/** Returns the action of a page. A refusal is a result with its message. */
export function pageAction<T extends ActionResult, P>(act: (form: PageForm<P>) => Promise<T>) {
  return (args: ActionArgs<P>) => runAction(args, act);
}

async function runAction<T extends ActionResult, P>(
  { request, context, url, params }: ActionArgs<P>,
  act: (form: PageForm<P>) => Promise<T>,
  failed: MessageKey = 'error.unavailable',
): Promise<T | ActionResult> {
  const { user, shop, language, productName } = context.get(rootDataContext);
  await prepareMessages(language);
  const currency = shop.currencyLabel[language];
  const { t, money, date } = createTranslator(language, preparedMessages(language), productName[language], currency);
  const form = await request.formData();
  const api = withKey(context.get(user ? ownApiContext : apiContext), String(form.get('key') ?? ''));
  const browser = context.get(browserContext);
  const result = await act({ form, url, params, user, shop, t, money, date, api, browser }).catch(
    (error: unknown): ActionResult => {
      if (error instanceof Response) throw error;
      if (!(error instanceof CallError)) context.get(logErrorContext)(error);
      return { done: false, message: (error instanceof CallError && error.message) || t(failed) };
    },
  );
  // A form sent as a document: no script follows `to` or shows `message`.
  if (!new URL(request.url).pathname.endsWith('.data')) {
    if (result.to) throw redirect(result.to, 303);
    if (result.message) context.set(noticeContext, result);
  }
  return result;
}

/**
 * Returns the action of a page, which runs as the user of the session cookie. It redirects visitors to the login page,
 * with a return path. `cookieFor` returns the `Set-Cookie` line that keeps their form until the login. The action
 * throws a 503 while the session cannot be read.
 */
export function authenticatedAction<T extends ActionResult, P>(
  act: (form: UserForm<P>) => Promise<T>,
  failed?: MessageKey,
  cookieFor: (form: PageForm<P>) => string | undefined = () => undefined,
) {
  return async (args: ActionArgs<P>): Promise<T | ActionResult> => {
    assertUserKnown(args.context);
    const run = async (sent: PageForm<P>) => {
      const url = URL.parse(String(sent.form.get('here') ?? ''), sent.url) ?? sent.url;
      const cookie = sent.user?.roles.length ? undefined : cookieFor(sent);
      if (cookie) throw toLogin(url, { headers: { 'set-cookie': cookie } });
      const user = requireUser({ context: args.context, url });
      return act({ ...sent, user }).catch((error: unknown) => {
        throw isSessionLost(error) ? toLogin(url) : error;
      });
    };
    return runAction(args, run, failed);
  };
}

/**
 * A refusal of the identity provider; its title is the provider's code. Its 401 is a wrong password, not a lost
 * session.
 */
class AuthRefusal extends CallError {}

/** Sends a request to the identity provider. @throws AuthRefusal */
export async function callAuthProviderInProcess(browser: Transport, path: string, body: object): Promise<void> {
  const answer = await browser({ method: 'POST', path: `/auth${path}`, body });
  const { message = '', code = '' } = (answer.body ?? {}) as { message?: string; code?: string };
  if (answer.status >= 400)
    throw new AuthRefusal({ type: 'about:blank', title: code, status: answer.status, detail: '', message });
}

/**
 * Returns a field of a form that must be one of `values`. @throws CallError (400), as when an older release rendered
 * the form.
 */
export function choiceOf<T extends string>(
  { form, t }: PageForm,
  name: string,
  values: readonly T[],
  missing?: MessageKey,
): T {
  const choice = values.find((value) => value === form.get(name));
  if (choice !== undefined) return choice;
  const errors = missing ? [{ field: name, message: t(missing) }] : [];
  throw new CallError({
    type: 'about:blank',
    title: name,
    status: 400,
    detail: '',
    message: t('error.invalid'),
    errors,
  });
}

function isSessionLost(error: unknown): boolean {
  return error instanceof CallError && error.status === 401 && !(error instanceof AuthRefusal);
}

function withKey(api: Client, idempotencyKey: string): Client {
  return { send: (call, input, options) => api.send(call, input, { idempotencyKey, ...options }) };
}

/**
 * Checks a form and passes its values to `send`. Returns the form with its errors when it is refused; without `hidden`
 * fields.
 */
export async function sendForm<S extends z.ZodObject, T extends ActionResult>(
  form: FormData,
  schema: S | LazyForm<S>,
  send: (values: z.output<S>) => Promise<T>,
  hidden: string[] = [],
): Promise<T | ActionResult> {
  // Loaded late, so that no page's script waits for the fields of forms.
  const { readForm, refusedForm } = await import('./form.tsx');
  const submission = await readForm(form, schema);
  if (submission.status !== 'success') return { done: false, refused: submission.reply({ hideFields: hidden }) };
  try {
    return await send(submission.value);
  } catch (error) {
    if (!(error instanceof CallError) || isSessionLost(error)) throw error;
    const reply: typeof submission.reply = (options) => submission.reply({ ...options, hideFields: hidden });
    return {
      done: false,
      refused: refusedForm({ reply }, error),
      ...(error.status >= 500 && { unanswered: true }),
    };
  }
}
