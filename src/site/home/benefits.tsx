import './benefits.css';
import {
  BadgeCheck,
  Clock,
  EyeOff,
  Leaf,
  type LucideIcon,
  MapPin,
  Recycle,
  ShieldCheck,
  Sprout,
  Truck,
} from 'lucide-react';
import { useTranslator } from '#platform/web/translator.tsx';
import { SellButton } from './sell-button.tsx';

const FACTS = [
  { name: 'verified', Icon: BadgeCheck, tone: 'mint' },
  { name: 'pickup', Icon: MapPin, tone: 'sky' },
  { name: 'payment', Icon: ShieldCheck, tone: 'blush' },
  { name: 'again', Icon: Recycle, tone: 'butter' },
] as const;

/** Four facts that answer a visitor's first doubts. */
export function Trust() {
  const { t } = useTranslator();
  return (
    <div className="wrap">
      <ul className="trust" aria-label={t('trust.label')}>
        {FACTS.map(({ name, Icon, tone }) => (
          <li key={name}>
            <IconSquare Icon={Icon} tone={tone} />
            <span>
              <b>{t(`trust.${name}`)}</b>
              {t(`trust.${name}Body`)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const VALUES = [
  { name: 'parents', drawing: 'teddy' },
  { name: 'love', drawing: 'horse' },
  { name: 'world', drawing: 'rings' },
] as const;

export function WhyWeStarted() {
  const { t } = useTranslator();
  return (
    <section className="section section-joined" aria-labelledby="why">
      <div className="wrap">
        <div className="why">
          <h2 id="why">{t('home.why')}</h2>
          <ul>
            {VALUES.map(({ name, drawing }) => (
              <li key={name}>
                <span className="why-drawing">
                  <img src={`/art/cut-${drawing}.svg`} alt="" width={88} height={88} loading="lazy" decoding="async" />
                </span>
                <h3>{t(`home.why.${name}`)}</h3>
                <p>{t(`home.why.${name}Body`)}</p>
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

function IconSquare({ Icon, tone }: { Icon: LucideIcon; tone: string }) {
  return (
    <span className={`icon-square tone-${tone}`}>
      <Icon aria-hidden />
    </span>
  );
}
