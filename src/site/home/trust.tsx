import './icon-square.css';
import './trust.css';
import { BadgeCheck, MapPin, Recycle, ShieldCheck } from 'lucide-react';
import { useWords } from '#platform/web/words.tsx';

const FACTS = [
  { name: 'verified', Sign: BadgeCheck, tone: 'mint' },
  { name: 'pickup', Sign: MapPin, tone: 'sky' },
  { name: 'payment', Sign: ShieldCheck, tone: 'blush' },
  { name: 'again', Sign: Recycle, tone: 'butter' },
] as const;

/** Answers the first fear: who are these people? */
export function Trust() {
  const { t } = useWords();
  return (
    <div className="wrap">
      <ul className="trust" aria-label={t('trust.label')}>
        {FACTS.map(({ name, Sign, tone }) => (
          <li key={name}>
            <span className={`icon-square tone-${tone}`}>
              <Sign aria-hidden />
            </span>
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
