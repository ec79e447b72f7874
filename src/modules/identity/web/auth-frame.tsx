import './auth-frame.css';
import type { ReactNode } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';

/** The frame of Login and Register: the form, and beside it a stitched panel with a drawing. */
export function AuthFrame(props: { tone: 'lilac' | 'mint'; drawing: string; children: ReactNode }) {
  const { t } = useTranslator();
  return (
    <div className="auth">
      <div className="auth-form">{props.children}</div>
      <div className={`auth-panel stitched tone-${props.tone}`}>
        <img src={`/art/cut-${props.drawing}.svg`} alt="" width={360} height={360} />
        <p>{t('about.promise')}</p>
      </div>
    </div>
  );
}
