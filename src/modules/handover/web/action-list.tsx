import './action-list.css';
import type { ReactNode } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';

/** Further buttons of a booking's page. */
export function ActionList({ children }: { children: ReactNode }) {
  const { t } = useTranslator();
  return (
    <section className="action-list order-card" aria-label={t('act.title')}>
      {children}
    </section>
  );
}

/** A button, with its reason in front. */
export function ActionItem({ hint, children }: { hint: ReactNode; children: ReactNode }) {
  return (
    <div className="action-item">
      <p>{hint}</p>
      {children}
    </div>
  );
}
