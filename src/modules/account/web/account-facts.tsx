import { roleLabel } from '#modules/identity/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { VerifiedTick } from '#ui/chip.tsx';
import type { Account } from '../contract.ts';

/** The data of the account. */
export function AccountFacts({ account }: { account: Account }) {
  const { t, date } = useTranslator();
  const { name, email, emailVerified, roles, verified, memberSince } = account;
  return (
    <section className="account-panel" aria-labelledby="account-facts">
      <h2 id="account-facts">{t('account.facts')}</h2>
      <dl className="account-facts">
        <dt>{t('form.name')}</dt>
        <dd>{name}</dd>
        <dt>{t('form.email')}</dt>
        <dd>{email}</dd>
        <dt>{t('account.confirmed')}</dt>
        <dd>{t(emailVerified ? 'account.yes' : 'account.notYet')}</dd>
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
    </section>
  );
}
