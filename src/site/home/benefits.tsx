import './benefits.css';
import { Clock, EyeOff, Leaf, ShieldCheck, Sprout, Truck } from 'lucide-react';
import { useTranslator } from '#platform/web/translator.tsx';
import { IconSquare } from './icon-square.tsx';
import { SellButton } from './sell-button.tsx';

const BENEFITS = [
  { name: 'quick', Sign: Clock, tone: 'butter' },
  { name: 'pickup', Sign: Truck, tone: 'mint' },
  { name: 'anon', Sign: EyeOff, tone: 'lilac' },
  { name: 'pay', Sign: ShieldCheck, tone: 'sky' },
  { name: 'planet', Sign: Leaf, tone: 'mint' },
  { name: 'example', Sign: Sprout, tone: 'blush' },
] as const;

export function Benefits() {
  const { t } = useTranslator();
  return (
    <section className="section section-joined" aria-labelledby="benefits">
      <div className="wrap">
        <div className="section-head">
          <h2 id="benefits">{t('home.benefits')}</h2>
          <SellButton />
        </div>
        <ul className="benefits">
          {BENEFITS.map((benefit) => (
            <Benefit key={benefit.name} {...benefit} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Benefit({ name, Sign, tone }: (typeof BENEFITS)[number]) {
  const { t } = useTranslator();
  return (
    <li>
      <IconSquare Sign={Sign} tone={tone} />
      <div>
        <h3>{t(`ben.${name}`)}</h3>
        <p>{t(`ben.${name}Body`)}</p>
      </div>
    </li>
  );
}
