import { type Submission, type SubmissionResult, useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useFetchers, useLocation, useNavigation } from 'react-router';
import { z } from 'zod';
import { CallError } from '#platform/contract/client.ts';
import { plainly } from '#platform/contract/plain-faults.ts';
import type { WordKey } from '../../words/words.ts';
import { useWords } from './words.tsx';

const REQUIRED = 'error.required';

/** What an action answers when a form failed; it comes back to the screen as `actionData`. */
export type FormReply = SubmissionResult<string[]>;

/**
 * Reads and checks what a form sent. An empty field counts as not given, so that defaults and "required" agree; a field
 * that may come several times is a list, however often it came.
 */
export function readForm<S extends z.ZodObject>(
  form: FormData,
  schema: S,
): Submission<Record<string, string>, string[], z.output<S>> {
  return parseWithZod(form, {
    schema: z.preprocess((payload) => asLists(withoutBlanks(payload), schema), schema),
    error: plainly,
    disableAutoCoercion: true,
  });
}

/** Turns the server's refusal into an action's answer: its sentence above, its faults at their fields. Failures are logged. */
export function refusedForm(
  submission: { reply(options: { formErrors: string[]; fieldErrors: Record<string, string[]> }): FormReply },
  error: unknown,
): FormReply {
  if (!(error instanceof CallError) || error.status >= 500) console.error(error);
  const problem = error instanceof CallError ? error.problem : undefined;
  const fieldErrors: Record<string, string[]> = {};
  for (const { field, message } of problem?.errors ?? []) fieldErrors[field] = [message];
  return submission.reply({ formErrors: [problem?.message || 'error.unavailable'], fieldErrors });
}

type FieldName<S extends z.ZodObject> = keyof z.input<S> & string;

/**
 * A form checked by a contract's schema: on submit first, afterwards each field as it is mended. What it gives goes
 * straight into the kit: `formProps` to the Form, `field(name)` to a field, `faults` and `attempt` to the summary,
 * `problem` into an Alert, with `alert` as its ref.
 */
export function useSchemaForm<S extends z.ZodObject>(
  schema: S,
  options: {
    reply?: FormReply | null | undefined;
    defaultValue?: Partial<Record<FieldName<S>, string>> | undefined;
    /** What to say when a field is empty whose schema has no words of its own for that. */
    missing?: Partial<Record<FieldName<S>, WordKey>>;
  } = {},
) {
  const { say } = useWords();
  const [attempt, setAttempt] = useState(0);
  const failed = useRef(false);
  const [form, fields] = useForm<Record<string, string>, z.output<S>>({
    lastResult: options.reply ?? null,
    defaultValue: options.defaultValue ?? {},
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate({ formData }) {
      const submission = readForm(formData, schema);
      // Only a submit that failed has this status; a field that is looked at again has none.
      failed.current = submission.status === 'error';
      return submission;
    },
  });
  const firstOf = (errors: string[] | undefined) => (errors?.[0] ? say(errors[0]) : undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer of the action is one more attempt
  useEffect(() => setAttempt((count) => count + 1), [options.reply]);

  function field(name: FieldName<S>) {
    const { id, initialValue, errors } = fields[name] as NonNullable<(typeof fields)[string]>;
    const error = errors?.[0] === REQUIRED && options.missing?.[name] ? [options.missing[name]] : errors;
    return { id, name, defaultValue: initialValue, error: firstOf(error) };
  }

  const problem = firstOf(form.errors);
  const faults = (Object.keys(schema.shape) as FieldName<S>[]).flatMap((name) => {
    const { id, error } = field(name);
    return error ? [{ id, message: error }] : [];
  });

  const onItsWay = useSubmitLock(options.reply);

  const alert = useRef<HTMLDivElement>(null);
  const tellsAlone = problem !== undefined && faults.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new attempt moves the focus
  useEffect(() => {
    if (tellsAlone) alert.current?.focus();
  }, [attempt]);

  return {
    formProps: {
      id: form.id,
      noValidate: form.noValidate,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        if (onItsWay.current) return event.preventDefault();
        form.onSubmit(event);
        onItsWay.current = !event.defaultPrevented;
        if (failed.current) setAttempt((count) => count + 1);
        failed.current = false;
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

/** True while a form's submit is under way. A second tap can come before the button has been drawn again. */
function useSubmitLock(reply: unknown) {
  const onItsWay = useRef(false);
  const { key } = useLocation();
  const navigating = useNavigation().state !== 'idle';
  const busy = useFetchers().some(({ state }) => state !== 'idle') || navigating;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer opens the form again, and so does a new page
  useEffect(() => {
    if (!busy) onItsWay.current = false;
  }, [busy, reply, key]);
  return onItsWay;
}

function withoutBlanks(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  return Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== ''));
}

function asLists(payload: unknown, schema: z.ZodObject): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [
      name,
      isList(schema.shape[name]) && !Array.isArray(value) ? [value] : value,
    ]),
  );
}

function isList(shape: z.core.$ZodType | undefined): boolean {
  return shape instanceof z.ZodOptional ? isList(shape.unwrap()) : shape instanceof z.ZodArray;
}
