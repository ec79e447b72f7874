import type { Submission, SubmissionResult } from '@conform-to/react';
import { type FormEvent, useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useFetchers, useLocation, useNavigation } from 'react-router';
import type { z } from 'zod';
import type { MessageKey } from '#i18n/messages.ts';
import { CallError } from '#platform/contract/call-client.ts';
import { failureMessage } from '#platform/web/offline-cache.ts';
import { useTranslator } from '#platform/web/translator.tsx';

const REQUIRED = 'error.required';

/** The errors and values of a form that failed, as the action returns them. */
export type FormReply = SubmissionResult<string[]>;

type FieldName<S extends z.ZodObject> = keyof z.input<S> & string;

/** A form of a public page. Its schema and the schema library load on the first focus. */
export interface LazyForm<S extends z.ZodObject> {
  /** In the order of the page. */
  fields: readonly FieldName<S>[];
  schema(): Promise<S>;
}

function toLazyForm<S extends z.ZodObject>(form: S | LazyForm<S>): LazyForm<S> {
  if (!('shape' in form)) return form;
  return { fields: Object.keys(form.shape) as FieldName<S>[], schema: async () => form };
}

type Check<S extends z.ZodObject> = (data: FormData) => Submission<Record<string, string>, string[], z.output<S>>;

async function fetchCheck<S extends z.ZodObject>(form: S | LazyForm<S>): Promise<Check<S>> {
  const [{ checkForm }, schema] = await Promise.all([import('./form-check.ts'), toLazyForm(form).schema()]);
  return (data) => checkForm(data, schema);
}

/** Checks a submitted form with `checkForm`. */
export async function readForm<S extends z.ZodObject>(data: FormData, form: S | LazyForm<S>) {
  return (await fetchCheck(form))(data);
}

/** Returns the server's refusal as errors of the form and its fields. Logs any other error. */
export function refusedForm(
  submission: { reply(options: { formErrors: string[]; fieldErrors: Record<string, string[]> }): FormReply },
  error: unknown,
): FormReply {
  if (!(error instanceof CallError)) console.error(error);
  const problem = error instanceof CallError ? error.problem : undefined;
  const fieldErrors: Record<string, string[]> = {};
  for (const { field, message } of problem?.errors ?? []) fieldErrors[field] = [message];
  return submission.reply({ formErrors: [problem?.message || failureMessage(error)], fieldErrors });
}

/** Message references by field name; those of the whole form are under ''. */
type Errors = NonNullable<FormReply['error']>;

/**
 * Checks a form by a contract's schema: on submit, and after that on every input. Returns props for the components:
 * `formProps` for the form, `field(name)` for a field, `faults` and `attempt` for the error summary; `problem` and
 * `alert` for the alert's text and ref.
 */
export function useSchemaForm<S extends z.ZodObject>(
  given: S | LazyForm<S>,
  options: {
    reply?: FormReply | null | undefined;
    defaultValue?: Partial<Record<FieldName<S>, string>> | undefined;
    /** The errors of empty fields whose schema has no message for that. */
    missing?: Partial<Record<FieldName<S>, MessageKey>>;
  } = {},
) {
  const { translate } = useTranslator();
  const { reply, missing } = options;
  const id = useId();
  const check = useRef<Check<S>>(undefined);
  // Fields show no errors before the first submit.
  const submitted = useRef(false);
  const [attempt, setAttempt] = useState(0);
  const [errors, setErrors] = useState<Errors>(reply?.error ?? {});
  const [lastReply, setLastReply] = useState(reply);
  if (lastReply !== reply) {
    setLastReply(reply);
    setErrors(reply?.error ?? {});
  }
  const values: Partial<Record<string, unknown>> = reply?.initialValue ?? options.defaultValue ?? {};
  const firstOf = (faults: string[] | null | undefined) => (faults?.[0] ? translate(faults[0]) : undefined);

  useEffect(() => {
    setAttempt((count) => count + 1);
    submitted.current ||= Boolean(reply);
    if (reply?.error) focusFirst(document.getElementById(id), reply.error);
  }, [reply, id]);

  function field(name: FieldName<S>) {
    const error = errors[name]?.[0] === REQUIRED && missing?.[name] ? [missing[name]] : errors[name];
    return { id: `${id}-${name}`, name, defaultValue: values[name] as string | undefined, error: firstOf(error) };
  }

  const problem = firstOf(errors['']);
  const faults = toLazyForm(given).fields.flatMap((name) => {
    const { id: fieldId, error } = field(name);
    return error ? [{ id: fieldId, message: error }] : [];
  });

  const lock = useSubmitLock(reply);

  const alert = useRef<HTMLDivElement>(null);
  const isAlertOnly = problem !== undefined && faults.length === 0;
  const focusAlert = useEffectEvent(() => isAlertOnly && alert.current?.focus());
  useEffect(() => {
    if (attempt > 0) focusAlert();
  }, [attempt]);

  const latest = useRef(given);
  latest.current = given;
  const prepare = useCallback(async () => {
    check.current ??= await fetchCheck(latest.current);
  }, []);
  useEffect(() => {
    const form = document.getElementById(id);
    if (!(form instanceof HTMLFormElement)) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    // A failed load is reported on submit.
    form.addEventListener('focusin', () => prepare().catch(() => undefined), { signal });
    const recheck = () => submitted.current && check.current && setErrors(errorsOf(check.current(new FormData(form))));
    form.addEventListener('input', recheck, { signal });
    return () => listeners.abort();
  }, [id, prepare]);

  function fail(found: Errors) {
    setErrors(found);
    setAttempt((count) => count + 1);
  }

  return {
    formProps: {
      id,
      noValidate: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        if (lock.isHeld()) return event.preventDefault();
        const { currentTarget: form } = event;
        const { submitter } = event.nativeEvent as SubmitEvent;
        if (!check.current) {
          event.preventDefault();
          prepare().then(
            () => form.requestSubmit(submitter),
            (error) => fail({ '': [failureMessage(error)] }),
          );
          return;
        }
        const found = errorsOf(check.current(new FormData(form, submitter)));
        submitted.current = true;
        if (Object.keys(found).length === 0) {
          lock.hold();
          return setErrors(found);
        }
        event.preventDefault();
        fail(found);
        focusFirst(form, found);
      },
    },
    field,
    /** The error of the whole form. Its alert takes the focus when no field has an error. */
    problem,
    alert,
    faults,
    attempt,
  };
}

function errorsOf(submission: { status?: 'success' | 'error' | undefined; reply(): FormReply }): Errors {
  return submission.status === 'success' ? {} : (submission.reply().error ?? {});
}

/** Focuses the first field with an error. An error summary takes the focus from it. */
function focusFirst(form: HTMLElement | null, errors: Errors): void {
  if (!(form instanceof HTMLFormElement)) return;
  const fields = [...form.elements] as HTMLInputElement[];
  fields.find(({ name }) => name && errors[name])?.focus();
}

/** Prevents a second submit while one is pending: a second tap may come before React has disabled the button. */
function useSubmitLock(reply: unknown) {
  const sent = useRef<{ reply: unknown; key: string }>(null);
  const { key } = useLocation();
  const navigating = useNavigation().state !== 'idle';
  const busy = useFetchers().some(({ state }) => state !== 'idle') || navigating;
  useEffect(() => {
    if (!busy) sent.current = null;
  }, [busy]);
  // A reply or a navigation releases the lock.
  useEffect(() => {
    if (!busy && (sent.current?.reply !== reply || sent.current?.key !== key)) sent.current = null;
  }, [busy, reply, key]);
  return {
    isHeld: () => sent.current !== null,
    hold() {
      sent.current = { reply, key };
    },
  };
}
