import './how.css';
import { Camera, CreditCard, HandCoins, MapPin, Phone, Search } from 'lucide-react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Tabs } from '#ui/tabs.tsx';

const SELLING = [
  { name: 's1', Icon: Camera, tone: 'butter' },
  { name: 's2', Icon: MapPin, tone: 'mint' },
  { name: 's3', Icon: HandCoins, tone: 'blush' },
] as const;
const BUYING = [
  { name: 'b1', Icon: Search, tone: 'sky' },
  { name: 'b2', Icon: Phone, tone: 'lilac' },
  { name: 'b3', Icon: CreditCard, tone: 'mint' },
] as const;

/** 'How it works': three steps for sellers and three for buyers, on a stitched line. */
export function How() {
  const { t } = useTranslator();
  return (
    <section className="section how-band" aria-labelledby="how">
      <div className="wrap">
        <Tabs
          label={t('home.how')}
          head={<h2 id="how">{t('home.how')}</h2>}
          tabs={[
            { value: 'sell', label: t('home.how.sell'), panel: <Steps steps={SELLING} /> },
            { value: 'buy', label: t('home.how.buy'), panel: <Steps steps={BUYING} /> },
          ]}
        />
      </div>
    </section>
  );
}

function Steps({ steps }: { steps: typeof SELLING | typeof BUYING }) {
  const { t } = useTranslator();
  return (
    <div className="how">
      <svg className="how-line" viewBox="0 0 900 60" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 10C150 70 300 70 450 10 600 70 750 70 900 10" vectorEffect="non-scaling-stroke" />
      </svg>
      <ol>
        {steps.map(({ name, Icon, tone }) => (
          <li key={name}>
            <span className={`how-sign tone-${tone}`}>
              <Icon aria-hidden />
            </span>
            <h3>{t(`home.how.${name}`)}</h3>
            <p>{t(`home.how.${name}b`)}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
