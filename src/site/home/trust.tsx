import './trust.css';
import { BadgeCheck, MapPin, Recycle, ShieldCheck } from 'lucide-react';
import { useTranslator } from '#platform/web/translator.tsx';
import { IconSquare } from './icon-square.tsx';

const FACTS = [
  { name: 'verified', Sign: BadgeCheck, tone: 'mint' },
  { name: 'pickup', Sign: MapPin, tone: 'sky' },
  { name: 'payment', Sign: ShieldCheck, tone: 'blush' },
  { name: 'again', Sign: Recycle, tone: 'butter' },
] as const;

/** Four facts that answer a visitor's first doubts. */
export function Trust() {
  const { t } = useTranslator();
  return (
    <div className="wrap">
      <ul className="trust" aria-label={t('trust.label')}>
        {FACTS.map((fact) => (
          <Fact key={fact.name} {...fact} />
        ))}
      </ul>
    </div>
  );
}

function Fact({ name, Sign, tone }: (typeof FACTS)[number]) {
  const { t } = useTranslator();
  return (
    <li>
      <IconSquare Sign={Sign} tone={tone} />
      <span>
        <b>{t(`trust.${name}`)}</b>
        {t(`trust.${name}Body`)}
      </span>
    </li>
  );
}
