import { type ReactNode, useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { useFormKey, useReply } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button, LinkButton } from '#ui/button.tsx';

const CONTROL = 'input:not([type="hidden"]), textarea, button';

/** Returns the props of a field: with its value and its error, if the form was refused. */
type FieldOf = (name: string) => { name: string; defaultValue: string | undefined; error: string | undefined };

/** A form of a dispute's page. The answer of the server stands above its button. */
export function IntentForm(props: {
  intent: string;
  submit: string;
  look?: 'brand' | 'quiet' | 'ghost';
  size?: 'lg';
  /** The path of a link that leaves the form. */
  cancelTo?: string;
  /** Fields without controls. */
  fields?: Record<string, string>;
  children?(field: FieldOf): ReactNode;
}) {
  const { intent, submit, look = 'brand', size, cancelTo, fields = {}, children } = props;
  const { t, translate } = useTranslator();
  const fetcher = useFetcher<ActionResult>({ key: `dispute-${intent}-${JSON.stringify(fields)}` });
  const reply = useReply(fetcher);
  const key = useFormKey(reply);
  const sent = reply?.refused?.initialValue ?? {};
  // Two forms of a page may have the same intent.
  const isOwn = Object.entries({ intent, ...fields }).every(([name, value]) => sent[name] === value);
  const refused = isOwn ? reply?.refused : undefined;
  const error = (name: string) => {
    const [first] = refused?.error?.[name] ?? [];
    return first && translate(first);
  };
  const field: FieldOf = (name) => {
    const defaultValue = refused?.initialValue?.[name] as string | undefined;
    return { name, defaultValue, error: error(name) };
  };
  const problem = error('');
  const form = useRef<HTMLFormElement>(null);
  // The first error may be above the screen.
  useEffect(() => {
    if (refused)
      form.current?.querySelector('.field-error')?.parentElement?.querySelector<HTMLElement>(CONTROL)?.focus();
  }, [refused]);
  return (
    <fetcher.Form method="post" className="dispute-form" ref={form}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="key" value={key} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children?.(field)}
      {problem && <Alert tone="error">{problem}</Alert>}
      <div className="dispute-buttons">
        <Button
          type="submit"
          look={look}
          {...(size && { size })}
          pending={fetcher.state !== 'idle'}
          pendingLabel={t('common.sending')}
        >
          {submit}
        </Button>
        {cancelTo && (
          <LinkButton look="quiet" {...(size && { size })} to={cancelTo}>
            {t('common.cancel')}
          </LinkButton>
        )}
      </div>
    </fetcher.Form>
  );
}
