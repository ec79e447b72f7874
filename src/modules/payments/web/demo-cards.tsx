import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';

/** Card numbers of the sandbox: Stripe's test numbers (https://docs.stripe.com/testing). */
const CARDS = [
  { number: '4242 4242 4242 4242', label: 'pay.demoSucceeds' },
  { number: '4000 0025 0000 3155', label: 'pay.demoAsks' },
  { number: '4000 0000 0000 0002', label: 'pay.demoDeclines' },
] as const;

/** Lists the sandbox's card numbers and their results. */
export function DemoCards() {
  const { t } = useTranslator();
  return (
    <Alert tone="info" title={t('pay.demo')} announce={false}>
      <p>{t('pay.demoCards')}</p>
      <ul className="payment-demo">
        {CARDS.map(({ number, label }) => (
          <li key={number}>
            <code className="num">{number}</code> {t(label)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
