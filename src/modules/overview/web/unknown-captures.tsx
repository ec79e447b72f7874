import { PROVIDER_NAMES } from '#modules/payments/rules.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import type { Overview } from '../contract.ts';

/** Payments that no booking has. An admin looks for them at the provider. */
export function UnknownCaptures({ unknown }: Pick<Overview, 'unknown'>) {
  const { t, money } = useTranslator();
  if (unknown.length === 0) return null;
  return (
    <section aria-labelledby="overview-unknown">
      <h2 id="overview-unknown" className="overview-title">
        {t('overview.unknown')}
      </h2>
      {unknown.map(({ provider, transactionId: number, amount }) => (
        <Alert key={provider + number} tone="warning" announce={false}>
          {t('overview.unknownLine', { provider: PROVIDER_NAMES[provider] ?? provider, number, amount: money(amount) })}
        </Alert>
      ))}
    </section>
  );
}
