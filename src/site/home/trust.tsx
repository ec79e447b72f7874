import './trust.css';
import { BadgeCheck, MapPin, Recycle, ShieldCheck } from 'lucide-react';
import { useTranslator } from '#platform/web/translator.tsx';
import { IconSquare } from './icon-square.tsx';

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
        {FACTS.map((fact) => (
          <Fact key={fact.name} {...fact} />
        ))}
      </ul>
    </div>
  );
}

function Fact({ name, Icon, tone }: (typeof FACTS)[number]) {
  const { t } = useTranslator();
  return (
    <li>
      <IconSquare Icon={Icon} tone={tone} />
      <span>
        <b>{t(`trust.${name}`)}</b>
        {t(`trust.${name}Body`)}
      </span>
    </li>
  );
}
