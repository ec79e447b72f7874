import './benefits.css';
import { Clock, EyeOff, Leaf, ShieldCheck, Sprout, Truck } from 'lucide-react';
import { useTranslator } from '#platform/web/translator.tsx';
import { IconSquare } from './icon-square.tsx';
import { SellButton } from './sell-button.tsx';

const BENEFITS = [
  { name: 'quick', Icon: Clock, tone: 'butter' },
  { name: 'pickup', Icon: Truck, tone: 'mint' },
  { name: 'anon', Icon: EyeOff, tone: 'lilac' },
  { name: 'pay', Icon: ShieldCheck, tone: 'sky' },
  { name: 'planet', Icon: Leaf, tone: 'mint' },
  { name: 'example', Icon: Sprout, tone: 'blush' },
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

function Benefit({ name, Icon, tone }: (typeof BENEFITS)[number]) {
  const { t } = useTranslator();
  return (
    <li>
      <IconSquare Icon={Icon} tone={tone} />
      <div>
        <h3>{t(`ben.${name}`)}</h3>
        <p>{t(`ben.${name}Body`)}</p>
      </div>
    </li>
  );
}
