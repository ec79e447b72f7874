import type { ReactNode, RefObject } from 'react';
import { useFetcher } from 'react-router';
import type { z } from 'zod';
import { useRootData } from '#platform/web/session.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import type { ActionResult } from './action-result.ts';
import { useFormKey, useReply } from './before-script.tsx';
import { type LazyForm, useSchemaForm } from './form.tsx';
import { useActionResult } from './use-action-result.ts';

/** A form that is sent while its page stays: `useSchemaForm` with the fetcher's `Form`, its reply and its idempotency key. */
export function useFetcherForm<S extends z.ZodObject>(
  schema: S | LazyForm<S>,
  options: Pick<NonNullable<Parameters<typeof useSchemaForm<S>>[1]>, 'defaultValue' | 'missing'> & {
    /** Hidden fields that tell the form from others of its page, such as the id of its record: only its own reply counts. */
    own?: Record<string, string>;
    /** Called when the change is made. */
    onDone?(): void;
  } = {},
) {
  const { own = {}, onDone, ...fields } = options;
  const fetcher = useFetcher<ActionResult>();
  const reply = useReply(fetcher);
  const sent = reply?.refused?.initialValue;
  const isOwn = Object.entries(own).every(([name, value]) => sent?.[name] === value);
  const refused = isOwn ? reply?.refused : undefined;
  const form = useSchemaForm(schema, { ...fields, reply: refused });
  useActionResult(fetcher, ({ done }) => done && onDone?.());
  return {
    ...form,
    Form: fetcher.Form,
    refused,
    key: useFormKey(isOwn ? reply : fetcher.data),
    pending: fetcher.state !== 'idle',
  };
}

interface FormState {
  problem: string | undefined;
  faults: readonly unknown[];
  alert: RefObject<HTMLDivElement | null>;
}

/** The error of a whole form, unless a field or the top of the page has it. */
export function FormProblem({ form }: { form: FormState }) {
  const { notice } = useRootData();
  if (!form.problem || form.faults.length > 0 || form.problem === notice?.message) return null;
  return (
    <Alert tone="error" focusable ref={form.alert}>
      {form.problem}
    </Alert>
  );
}

/** The end of a dialog's form: its error and its only button. */
export function FormFooter(props: {
  form: FormState & { pending: boolean };
  pendingLabel: string;
  children: ReactNode;
}) {
  const { form, pendingLabel, children } = props;
  return (
    <>
      <FormProblem form={form} />
      <Button type="submit" size="lg" className="dialog-action" pending={form.pending} pendingLabel={pendingLabel}>
        {children}
      </Button>
    </>
  );
}
