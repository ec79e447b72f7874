import './deed-list.css';
import type { ReactNode } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';

/** Further buttons of a booking's page. */
export function DeedList({ children }: { children: ReactNode }) {
  const { t } = useTranslator();
  return (
    <section className="deeds order-card" aria-label={t('act.title')}>
      {children}
    </section>
  );
}

/** A button, with its reason in front. */
export function Deed({ hint, children }: { hint: ReactNode; children: ReactNode }) {
  return (
    <div className="deed">
      <p>{hint}</p>
      {children}
    </div>
  );
}
