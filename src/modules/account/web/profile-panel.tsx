import { roleLabel } from '#modules/identity/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { VerifiedTick } from '#ui/chip.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { Account } from '../contract.ts';
import { nameFields } from './forms.ts';
import { PanelForm } from './panel-form.tsx';

/** The editable name, the role and the date of registration. */
export function ProfilePanel({ account }: { account: Account }) {
  const { t, date } = useTranslator();
  const { name, roles, verified, memberSince } = account;
  return (
    <PanelForm
      heading={t('me.profile')}
      intent="name"
      form={nameFields}
      values={{ name }}
      above={
        <dl className="account-facts">
          <dt>{t('form.category')}</dt>
          <dd>
            {verified ? (
              <VerifiedTick label={t('status.verifiedSeller')} word={t('status.verifiedSeller')} />
            ) : (
              t(roleLabel(roles))
            )}
          </dd>
          <dt>{t('account.since')}</dt>
          <dd>
            <time dateTime={memberSince}>{date(memberSince)}</time>
          </dd>
        </dl>
      }
    >
      {(field) => (
        <TextField
          {...field('name')}
          label={t('form.name')}
          hint={t('me.nameHint')}
          autoComplete="name"
          enterKeyHint="done"
          maxLength={100}
        />
      )}
    </PanelForm>
  );
}
