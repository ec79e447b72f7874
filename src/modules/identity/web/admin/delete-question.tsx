import { type RefObject, useRef } from 'react';
import { useFetcher } from 'react-router';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { useActionResult } from '#platform/web/use-action-result.ts';
import { ConfirmDialog } from '#ui/late-windows.tsx';
import type { ListedUser } from '../../contract.ts';
import type { changePerson, PersonForm } from './change-person.ts';
import type { PeopleType } from './people.ts';

export const deleteButtonId = (id: string) => `delete-${id}`;

/** Asks before somebody is deleted, says what that means, and stays until it is done. */
export function DeleteQuestion(props: {
  type: PeopleType;
  person: ListedUser | null;
  people: readonly ListedUser[];
  onClose(): void;
  /** Takes the focus when no row is left after the one that went. */
  heading: RefObject<HTMLElement | null>;
}) {
  const { type, person, people, onClose, heading } = props;
  const words = useTranslator();
  const { t } = words;
  // The words stay while the dialog leaves the screen.
  const latest = useRef(person);
  if (person) latest.current = person;
  const asked = latest.current;
  const after = useRef<string>(undefined);
  const finalFocus = useRef<HTMLElement>(null);
  const fetcher = useFetcher<typeof changePerson>({ key: `delete-${asked?._id}` });

  useActionResult(fetcher, ({ done }) => {
    const next = after.current ? document.getElementById(deleteButtonId(after.current)) : null;
    finalFocus.current = done ? (next ?? heading.current) : null;
    onClose();
  });

  function confirm() {
    if (!asked) return;
    after.current = people[people.indexOf(asked) + 1]?._id;
    const change = type === 'Seller' ? 'deleteSeller' : 'deleteBuyer';
    fetcher.submit({ change, id: asked._id, name: asked.name } satisfies PersonForm, { method: 'post' });
  }
  return (
    <ConfirmDialog
      open={person !== null}
      onClose={onClose}
      onConfirm={confirm}
      title={t('act.deleteQ', { name: asked?.name ?? '' })}
      effect={type === 'Buyer' ? t('admin.deleteBuyer') : effectOn(words, asked?.listings ?? 0)}
      keepLabel={t('common.cancel')}
      confirmLabel={t('act.delete')}
      pending={fetcher.state !== 'idle'}
      pendingLabel={t('admin.deleting')}
      finalFocus={finalFocus}
    />
  );
}

function effectOn({ t }: Translator, listings: number): string {
  if (listings === 0) return t('admin.deleteSeller');
  return listings === 1 ? t('admin.deleteSellerOne') : t('admin.deleteSellerMany', { n: listings });
}
