import './contact-form.css';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';

/** Replaces the sent form, takes the focus, and says where and when the answer arrives. */
export function MessageSent({ to }: { to: { name: string; email: string } }) {
  const { t } = useTranslator();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="contact-sent" aria-labelledby="sent-heading">
      <CircleCheck aria-hidden />
      <h2 id="sent-heading" tabIndex={-1} ref={heading}>
        {t('support.sent')}
      </h2>
      <p>{t('support.sentBody', to)}</p>
      <p>{t('support.sentLost')}</p>
      <LinkButton look="ghost" to="/contact">
        {t('support.another')}
      </LinkButton>
    </section>
  );
}
