import { type ReactNode, useId } from 'react';
import type { z } from 'zod';
import { FormProblem, useFetcherForm } from '#platform/forms/fetcher-form.tsx';
import type { LazyForm, useSchemaForm } from '#platform/forms/form.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import type { AccountIntent } from './account-actions.ts';

type FieldProps<S extends z.ZodObject> = ReturnType<typeof useSchemaForm<S>>['field'];

/** A card of the account page with one form: its heading, its fields and Save. `above` stands between heading and form. */
export function PanelForm<S extends z.ZodObject>(props: {
  heading: string;
  intent: AccountIntent;
  form: LazyForm<S>;
  values?: Partial<Record<keyof z.input<S> & string, string>>;
  above?: ReactNode;
  /** Empties the fields after a change. */
  emptied?: boolean;
  children(field: FieldProps<S>): ReactNode;
}) {
  const { heading, intent, above } = props;
  const { t } = useTranslator();
  const id = useId();
  const form = useFetcherForm(props.form, {
    own: { intent },
    defaultValue: props.values,
    onDone() {
      const element = document.getElementById(form.formProps.id);
      if (props.emptied && element instanceof HTMLFormElement) element.reset();
    },
  });
  return (
    <section className="account-panel" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {above}
      <form.Form method="post" {...form.formProps} className="form account-form">
        <input type="hidden" name="intent" value={intent} />
        <ErrorSummary title={t('common.problem')} faults={form.faults} attempt={form.attempt} />
        {props.children(form.field)}
        <FormProblem form={form} />
        <div>
          <Button type="submit" look="ghost" aria-describedby={id} pending={form.pending} pendingLabel={t('me.saving')}>
            {t('me.save')}
          </Button>
        </div>
      </form.Form>
    </section>
  );
}
