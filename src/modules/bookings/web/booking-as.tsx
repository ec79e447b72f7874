import { UserRound } from 'lucide-react';
import type { Visitor } from '#platform/contract/page.ts';
import { useTranslator } from '#platform/web/translator.tsx';

/** The buyer's name and e-mail as one line of text. They are disabled controls: the server takes its own. */
export function BookingAs({ buyer: { name, email } }: { buyer: Pick<Visitor, 'name' | 'email'> }) {
  const { t } = useTranslator();
  return (
    <div className="booking-as">
      <UserRound className="icon" aria-hidden />
      <span>{t('book.as')}</span>
      <label>
        <span className="sr">{t('form.name')}</span>
        <input name="userName" defaultValue={name} size={name.length} disabled />
      </label>
      <label>
        <span className="sr">{t('form.email')}</span>
        <input name="email" type="email" defaultValue={email} size={email.length} disabled />
      </label>
    </div>
  );
}
