import { FormProblem, useFetcherForm } from '#platform/forms/fetcher-form.tsx';
import { PageDialog } from '#platform/forms/page-dialog.tsx';
import { PasswordField } from '#platform/forms/password-field.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { Account } from '../contract.ts';
import { proofForm } from './forms.ts';

/** Explains the deletion and asks for the password, or the e-mail of an account without one. */
export function DeleteAccountDialog(props: { account: Account; open: boolean; onClose(): void }) {
  const { account, open, onClose } = props;
  const { t } = useTranslator();
  return (
    <PageDialog
      param="open"
      open={open}
      onClose={onClose}
      title={t('account.deleteQ')}
      description={t('account.deleteEffect')}
    >
      <p>{t('account.deleteBoth')}</p>
      <DeleteAccountForm account={account} onCancel={onClose} />
    </PageDialog>
  );
}

function DeleteAccountForm({ account, onCancel }: { account: Account; onCancel(): void }) {
  const { t } = useTranslator();
  const form = useFetcherForm(proofForm(account.hasPassword));
  return (
    <form.Form method="post" {...form.formProps} className="form">
      <input type="hidden" name="intent" value="delete" />
      <ErrorSummary title={t('common.problem')} faults={form.faults} attempt={form.attempt} />
      {account.hasPassword ? (
        <PasswordField
          {...form.field('password')}
          label={t('account.password')}
          hint={t('account.passwordHint')}
          autoComplete="current-password"
          enterKeyHint="done"
        />
      ) : (
        <TextField
          {...form.field('email')}
          type="email"
          label={t('form.email')}
          hint={t('account.emailHint', { email: account.email })}
          autoComplete="off"
          enterKeyHint="done"
        />
      )}
      <FormProblem form={form} />
      <div className="dialog-answers">
        <Button look="ghost" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" look="danger" pending={form.pending} pendingLabel={t('account.deleting')}>
          {t('account.confirm')}
        </Button>
      </div>
    </form.Form>
  );
}
