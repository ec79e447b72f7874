import { type RefObject, useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { ConfirmDialog } from '#ui/lazy-overlays.tsx';
import type { Synonyms } from '../contract.ts';
import { joined, type SynonymsAnswer } from './synonym-list.ts';

/** Asks before a group is deleted, and stays until that is done. */
export function SynonymsQuestion(props: {
  asked: Synonyms | null;
  /** Stays the same function, or an old answer would close the next question. */
  onClose(): void;
  /** Takes the focus when the button that asked is gone. */
  heading: RefObject<HTMLElement | null>;
}) {
  const { asked, onClose, heading } = props;
  const { t } = useTranslator();
  // The words stay while the dialog leaves the screen.
  const latest = useRef(asked);
  if (asked) latest.current = asked;
  const group = latest.current;
  const fetcher = useFetcher<SynonymsAnswer>({ key: `delete-${group?._id}` });
  const { state, data } = fetcher;

  useEffect(() => {
    if (state === 'idle' && data) onClose();
  }, [state, data, onClose]);

  const words = group ? joined(group) : '';
  return (
    <ConfirmDialog
      open={asked !== null}
      onClose={onClose}
      onConfirm={() => fetcher.submit({ change: 'delete', id: group?._id ?? '', said: words }, { method: 'post' })}
      title={t('synonyms.deleteQ', { words })}
      effect={t('synonyms.deleteEffect')}
      keepLabel={t('common.keepIt')}
      confirmLabel={t('act.delete')}
      pending={state !== 'idle'}
      pendingLabel={t('synonyms.deleting')}
      {...(data?.done ? { finalFocus: heading } : {})}
    />
  );
}
