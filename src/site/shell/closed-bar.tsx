import './closed-bar.css';
import { DoorClosed } from 'lucide-react';
import { useTranslator } from '#platform/web/translator.tsx';

/** The notice on every page of a closed shop. */
export function ClosedBar() {
  const { t } = useTranslator();
  return (
    <aside className="closed-bar" aria-label={t('closed.label')}>
      <p className="wrap">
        <DoorClosed className="icon" aria-hidden />
        {t('closed.bar')}
      </p>
    </aside>
  );
}
