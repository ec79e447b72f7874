import { type RefObject, useRef } from 'react';
import { useLocation } from 'react-router';
import { FormFooter, useFetcherForm } from '#platform/forms/fetcher-form.tsx';
import { PageDialog } from '#platform/forms/page-dialog.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { TextAreaField } from '#ui/text-area-field.tsx';
import { reportForm } from '../contract.ts';
import { REASON_MAX_CHARS } from '../rules.ts';

/** Asks for the reason of a report. A separate chunk, because few users open it. */
export function ReportDialog(props: {
  product: { _id: string; productName: string };
  /** The page whose action gets the form; the current one by default. */
  action?: string;
  open: boolean;
  onClose(): void;
}) {
  const { product, open, onClose } = props;
  const { t } = useTranslator();
  // Back closes the dialog and keeps its text for the next time.
  const typed = useRef('');
  return (
    <PageDialog
      param="report"
      open={open}
      onClose={onClose}
      title={t('reports.title')}
      description={t('reports.about', { name: product.productName })}
      kept
      onDiscard={() => {
        typed.current = '';
      }}
      discard
    >
      <ReportFields productId={product._id} action={props.action} onSent={onClose} typed={typed} />
    </PageDialog>
  );
}

function ReportFields(props: {
  productId: string;
  action: string | undefined;
  typed: RefObject<string>;
  onSent(): void;
}) {
  const { t } = useTranslator();
  const { productId, action, typed, onSent } = props;
  const { pathname, search } = useLocation();
  const form = useFetcherForm(reportForm, {
    own: { productId },
    defaultValue: { reason: typed.current },
    missing: { reason: 'reports.reasonRequired' },
    onDone() {
      typed.current = '';
      onSent();
    },
  });

  return (
    <form.Form method="post" action={action} {...form.formProps} className="form">
      <ErrorSummary title={t('common.problem')} faults={form.faults} attempt={form.attempt} />
      <input type="hidden" name="key" value={form.key} />
      <input type="hidden" name="productId" value={productId} />
      <input type="hidden" name="here" value={pathname + search} />
      <TextAreaField
        {...form.field('reason')}
        label={t('reports.reason')}
        hint={t('reports.reasonHint')}
        rows={4}
        onChange={(event) => {
          typed.current = event.target.value;
        }}
        limit={REASON_MAX_CHARS}
        counter={(n) => t('reports.counter', { n, max: REASON_MAX_CHARS })}
      />
      <FormFooter form={form} pendingLabel={t('reports.sending')}>
        {t('reports.submit')}
      </FormFooter>
    </form.Form>
  );
}
