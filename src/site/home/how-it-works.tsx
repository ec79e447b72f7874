import './how-it-works.css';
import { Camera, HandCoins, Phone } from 'lucide-react';
import { useTranslator } from '#platform/web/translator.tsx';
import { IconSquare } from './icon-square.tsx';

const STEPS = [
  { name: 'list', Icon: Camera, tone: 'butter' },
  { name: 'book', Icon: Phone, tone: 'mint' },
  { name: 'pay', Icon: HandCoins, tone: 'blush' },
] as const;

/** 'How it works': the three steps of a sale. */
export function HowItWorks() {
  const { t } = useTranslator();
  return (
    <section className="section wrap" aria-labelledby="how">
      <div className="section-head">
        <h2 id="how">{t('home.how')}</h2>
      </div>
      <ol className="how">
        {STEPS.map(({ name, Icon, tone }) => (
          <li key={name}>
            <IconSquare Icon={Icon} tone={tone} />
            <div>
              <h3>{t(`home.how.${name}`)}</h3>
              <p>{t(`home.how.${name}Body`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
