import './benefits.css';
import { Clock, EyeOff, Leaf, ShieldCheck, Sprout, Truck } from 'lucide-react';
import { useTranslator } from '#platform/web/translator.tsx';
import { IconSquare } from './icon-square.tsx';
import { SellButton } from './sell-button.tsx';

const VALUES = [
  { name: 'parents', drawing: 'teddy' },
  { name: 'love', drawing: 'horse' },
  { name: 'world', drawing: 'rings' },
] as const;

/** 'Why did we start …?': three values of the store. */
export function WhyWeStarted() {
  const { t } = useTranslator();
  return (
    <section className="section" aria-labelledby="why">
      <div className="wrap">
        <div className="why">
          <h2 id="why">{t('home.why')}</h2>
          <ul>
            {VALUES.map(({ name, drawing }) => (
              <li key={name}>
                <img src={`/art/cut-${drawing}.svg`} alt="" width={72} height={72} loading="lazy" decoding="async" />
                <div>
                  <h3>{t(`home.why.${name}`)}</h3>
                  <p>{t(`home.why.${name}Body`)}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

const BENEFITS = [
  { name: 'quick', Icon: Clock, tone: 'butter' },
  { name: 'pickup', Icon: Truck, tone: 'mint' },
  { name: 'anon', Icon: EyeOff, tone: 'lilac' },
  { name: 'pay', Icon: ShieldCheck, tone: 'sky' },
  { name: 'planet', Icon: Leaf, tone: 'mint' },
  { name: 'example', Icon: Sprout, tone: 'blush' },
] as const;

/** 'Benefits of selling with us': six benefits. */
export function Benefits() {
  const { t } = useTranslator();
  return (
    <section className="section" aria-labelledby="benefits">
      <div className="wrap">
        <div className="section-head">
          <h2 id="benefits">{t('home.benefits')}</h2>
          <SellButton />
        </div>
        <ul className="benefits">
          {BENEFITS.map(({ name, Icon, tone }) => (
            <li key={name}>
              <IconSquare Icon={Icon} tone={tone} />
              <div>
                <h3>{t(`ben.${name}`)}</h3>
                <p>{t(`ben.${name}Body`)}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
