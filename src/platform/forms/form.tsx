import type { Submission, SubmissionResult } from '@conform-to/react';
import { type FormEvent, useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useFetchers, useLocation, useNavigation } from 'react-router';
import type { z } from 'zod';
import type { MessageKey } from '#i18n/messages.ts';
import { CallError } from '#platform/contract/call-client.ts';
import { useTranslator } from '#platform/web/translator.tsx';

const REQUIRED = 'error.required';

/** What an action answers when a form failed; it comes back to the screen as `actionData`. */
export type FormReply = SubmissionResult<string[]>;

type FieldName<S extends z.ZodObject> = keyof z.input<S> & string;

/** A form of a public page: its schema, and all that reads schemas, come when somebody begins to fill it in. */
export interface LateForm<S extends z.ZodObject> {
  /** In the order in which they stand. */
  fields: readonly FieldName<S>[];
  schema(): Promise<S>;
}

function late<S extends z.ZodObject>(form: S | LateForm<S>): LateForm<S> {
  if (!('shape' in form)) return form;
  return { fields: Object.keys(form.shape) as FieldName<S>[], schema: async () => form };
}

type Check<S extends z.ZodObject> = (data: FormData) => Submission<Record<string, string>, string[], z.output<S>>;

async function fetchCheck<S extends z.ZodObject>(form: S | LateForm<S>): Promise<Check<S>> {
  const [{ checkForm }, schema] = await Promise.all([import('./form-check.ts'), late(form).schema()]);
  return (data) => checkForm(data, schema);
}

/** Reads and checks what a form sent, by the rules of form-check.ts. */
export async function readForm<S extends z.ZodObject>(data: FormData, form: S | LateForm<S>) {
  return (await fetchCheck(form))(data);
}

/** Turns the server's refusal into an action's answer: its sentence above, its faults at their fields. Failures are logged. */
export function refusedForm(
  submission: { reply(options: { formErrors: string[]; fieldErrors: Record<string, string[]> }): FormReply },
  error: unknown,
): FormReply {
  if (!(error instanceof CallError)) console.error(error);
  const problem = error instanceof CallError ? error.problem : undefined;
  const fieldErrors: Record<string, string[]> = {};
  for (const { field, message } of problem?.errors ?? []) fieldErrors[field] = [message];
  return submission.reply({ formErrors: [problem?.message || 'error.unavailable'], fieldErrors });
}

/** What is wrong, by field; with the form as a whole under the empty name. */
type Errors = NonNullable<FormReply['error']>;

/**
 * A form checked by a contract's schema: on submit first, afterwards each field as it is mended. What it gives goes
 * straight into the kit: `formProps` to the Form, `field(name)` to a field, `faults` and `attempt` to the summary,
 * `problem` into an Alert, with `alert` as its ref.
 */
export function useSchemaForm<S extends z.ZodObject>(
  given: S | LateForm<S>,
  options: {
    reply?: FormReply | null | undefined;
    defaultValue?: Partial<Record<FieldName<S>, string>> | undefined;
    /** What to say when a field is empty whose schema has no words of its own for that. */
    missing?: Partial<Record<FieldName<S>, MessageKey>>;
  } = {},
) {
  const { translate } = useTranslator();
  const { reply, missing } = options;
  const id = useId();
  const check = useRef<Check<S>>(undefined);
  // A field is looked at again once the form was sent, never while it is filled in for the first time.
  const judged = useRef(false);
  const [attempt, setAttempt] = useState(0);
  const [errors, setErrors] = useState<Errors>(reply?.error ?? {});
  const [answered, setAnswered] = useState(reply);
  if (answered !== reply) {
    setAnswered(reply);
    setErrors(reply?.error ?? {});
  }
  const values: Partial<Record<string, unknown>> = reply?.initialValue ?? options.defaultValue ?? {};
  const firstOf = (faults: string[] | null | undefined) => (faults?.[0] ? translate(faults[0]) : undefined);

  useEffect(() => {
    setAttempt((count) => count + 1);
    judged.current ||= Boolean(reply);
    if (reply?.error) focusFirst(document.getElementById(id), reply.error);
  }, [reply, id]);

  function field(name: FieldName<S>) {
    const error = errors[name]?.[0] === REQUIRED && missing?.[name] ? [missing[name]] : errors[name];
    return { id: `${id}-${name}`, name, defaultValue: values[name] as string | undefined, error: firstOf(error) };
  }

  const problem = firstOf(errors['']);
  const faults = late(given).fields.flatMap((name) => {
    const { id: its, error } = field(name);
    return error ? [{ id: its, message: error }] : [];
  });

  const lock = useSubmitLock(reply);

  const alert = useRef<HTMLDivElement>(null);
  const tellsAlone = problem !== undefined && faults.length === 0;
  const focusAlert = useEffectEvent(() => tellsAlone && alert.current?.focus());
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
    const left = new AbortController();
    const { signal } = left;
    // What fails now is said when the form is sent.
    form.addEventListener('focusin', () => prepare().catch(() => undefined), { signal });
    const again = () => judged.current && check.current && setErrors(errorsOf(check.current(new FormData(form))));
    form.addEventListener('input', again, { signal });
    return () => left.abort();
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
            () => fail({ '': ['error.unavailable'] }),
          );
          return;
        }
        const found = errorsOf(check.current(new FormData(form, submitter)));
        judged.current = true;
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
    /** What is wrong with the form as a whole, in words. It takes the focus when no field is at fault. */
    problem,
    alert,
    faults,
    attempt,
  };
}

function errorsOf(submission: { status?: 'success' | 'error' | undefined; reply(): FormReply }): Errors {
  return submission.status === 'success' ? {} : (submission.reply().error ?? {});
}

/** The first field at fault takes the focus, unless a summary does. */
function focusFirst(form: HTMLElement | null, errors: Errors): void {
  if (!(form instanceof HTMLFormElement)) return;
  const fields = [...form.elements] as HTMLInputElement[];
  fields.find(({ name }) => name && errors[name])?.focus();
}

/** Held while a form's submit is under way. A second tap can come before the button has been drawn again. */
function useSubmitLock(reply: unknown) {
  const sent = useRef<{ reply: unknown; key: string }>(null);
  const { key } = useLocation();
  const navigating = useNavigation().state !== 'idle';
  const busy = useFetchers().some(({ state }) => state !== 'idle') || navigating;
  useEffect(() => {
    if (!busy) sent.current = null;
  }, [busy]);
  // An answer opens the form again, and so does a new page.
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
