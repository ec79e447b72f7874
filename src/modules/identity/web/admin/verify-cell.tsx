import { BadgeCheck, Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { FormButton } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import type { ListedUser } from '../../contract.ts';
import type { PersonForm } from './change-person.ts';

/** A button, or a check icon for a verified seller. The focus moves from the one to the other. */
export function VerifyCell({ person }: { person: ListedUser }) {
  const { t } = useTranslator();
  const fetcher = useFetcher<ActionResult>();
  const mark = useRef<HTMLSpanElement>(null);
  const { _id: id, name } = person;
  const verifiedHere = fetcher.data?.done && person.verify !== undefined;
  useEffect(() => {
    if (verifiedHere && document.activeElement === document.body) mark.current?.focus();
  }, [verifiedHere]);
  if (person.verify)
    return (
      <span className="people-verified" ref={mark} tabIndex={-1}>
        <Check className="icon" aria-hidden />
        {t('status.verified')}
      </span>
    );
  return (
    <FormButton
      fields={{ change: 'verify', id, name } satisfies PersonForm}
      send={(fields) => fetcher.submit(fields, { method: 'post' })}
      size="sm"
      look="ghost"
      className="people-cell"
      icon={<BadgeCheck className="icon" aria-hidden />}
      aria-label={t('admin.verifyName', { name })}
      pending={fetcher.state !== 'idle'}
      pendingLabel={t('admin.verifying')}
    >
      {t('act.verify')}
    </FormButton>
  );
}
