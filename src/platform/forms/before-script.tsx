import '#ui/dialog.css';
import { type ComponentProps, type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { Form, useActionData, useSearchParams } from 'react-router';
import { useRootData } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import type { ActionResult } from './action-result.ts';

/** Forms that work before the page's script has loaded. */

const STATIC_DIALOG = 'dialog';
const subscribe = () => () => undefined;

/** Whether the page's script runs: false on the server, and in the first render of a document in the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

type ButtonProps = Omit<ComponentProps<typeof Button>, 'name' | 'value'>;

interface ButtonFormProps {
  fields: Record<string, string>;
  /** Sends the fields once the page's script runs. */
  send(fields: Record<string, string>): unknown;
  /** The page whose action gets the form; the current one by default. */
  action?: string;
  /** The submit button. */
  children: ReactNode;
}

/** A form of one button that changes something at once. */
export function ButtonForm({ fields, send, action, children }: ButtonFormProps) {
  return (
    <Form
      method="post"
      className="button-form"
      {...(action && { action })}
      onSubmit={(event) => {
        event.preventDefault();
        send(fields);
      }}
    >
      <HiddenFields fields={Object.entries(fields)} />
      {children}
    </Form>
  );
}

/** A button that changes something at once. */
export function FormButton({ fields, send, action, ...button }: Omit<ButtonFormProps, 'children'> & ButtonProps) {
  return (
    <ButtonForm fields={fields} send={send} {...(action && { action })}>
      <Button {...button} type="submit" />
    </ButtonForm>
  );
}

interface OpenerFormProps {
  /** The parameter of the page's address while it is open. */
  name: string;
  value: string;
  /** Opens in place, once the page's script runs. */
  open(): void;
  /** The page that has the dialog; the current one by default, with its query. */
  action?: string;
  /** The submit button. */
  children: ReactNode;
}

/** A button that opens a dialog or a question. Without the page's script it leads to that section of a page. */
export function OpenerForm({ name, value, open, action, children }: OpenerFormProps) {
  const [search] = useSearchParams();
  const kept = action ? [] : [...search].filter(([key]) => key !== name);
  return (
    <form
      className="button-form"
      action={`${action ?? ''}#${STATIC_DIALOG}`}
      onSubmit={(event) => {
        event.preventDefault();
        open();
      }}
    >
      <HiddenFields fields={[...kept, [name, value]]} />
      {children}
    </form>
  );
}

/** A button that opens a dialog or a question. */
export function OpenerButton({ name, value, open, ...button }: Omit<OpenerFormProps, 'children'> & ButtonProps) {
  return (
    <OpenerForm name={name} value={value} open={open}>
      <Button {...button} type="submit" />
    </OpenerForm>
  );
}

/** The hidden inputs of a form: names and values. */
export function HiddenFields({ fields }: { fields: readonly (readonly [string, string])[] }) {
  return fields.map(([name, value]) => <input key={name + value} type="hidden" name={name} value={value} />);
}

/** Returns the last result of a form in a dialog: its fetcher's, or that of the document that was sent for it. */
export function useReply(fetcher: { data: ActionResult | undefined }): ActionResult | undefined {
  const documentResult = useActionData<ActionResult>();
  return fetcher.data ?? documentResult;
}

/**
 * Returns the idempotency key of a form: made on the server with the document, and a new one once the server has answered.
 * After an attempt without an answer it stays, as the change may be made.
 */
export function useFormKey(answer: ActionResult | undefined): string {
  const { requestId } = useRootData();
  const id = useId();
  const isHydrated = useHydrated();
  const sent = answer?.unanswered && answer.refused?.initialValue?.key;
  const [key, setKey] = useState(() =>
    typeof sent === 'string' ? sent : isHydrated ? crypto.randomUUID() : requestId + id,
  );
  useEffect(() => {
    if (answer && !answer.unanswered) setKey(crypto.randomUUID());
  }, [answer]);
  return key;
}

/** Returns the page's address without the parameter that opens a question or dialog. */
export function useClosedPath(param: string): string {
  const [search] = useSearchParams();
  const rest = new URLSearchParams(search);
  rest.delete(param);
  return `?${rest}`;
}

/** A dialog as a section of the page. */
export function StaticDialog({
  title,
  description,
  children,
}: {
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="dialog dialog-sm" id={STATIC_DIALOG}>
      <div className="dialog-body">
        <h2 className="dialog-title">{title}</h2>
        {description && <p className="dialog-description">{description}</p>}
        {children}
      </div>
    </section>
  );
}
