import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import type { RowAction } from '#platform/web/use-row-action.ts';
import { ConfirmDialog } from '#ui/lazy-overlays.tsx';
import type { ListedUser } from '../../contract.ts';
import type { PersonForm } from './change-person.ts';
import type { PeopleType } from './people.ts';

/** The id of the button that deletes a person. */
export const deleteButtonId = ({ _id }: ListedUser) => `delete-${_id}`;

interface DeleteQuestionProps {
  type: PeopleType;
  deleting: RowAction<ListedUser>;
}

/** Asks before a person is deleted, says what else that changes, and stays open until it is done. */
export function DeleteQuestion({ type, deleting }: DeleteQuestionProps) {
  const words = useTranslator();
  const { t } = words;
  const { asked, lastAsked, pending, finalFocus } = deleting;
  function confirm() {
    if (!asked) return;
    const change = type === 'Seller' ? 'deleteSeller' : 'deleteBuyer';
    deleting.send(asked, { change, id: asked._id, name: asked.name } satisfies PersonForm);
  }
  return (
    <ConfirmDialog
      open={asked !== null}
      onClose={deleting.close}
      onConfirm={confirm}
      title={t('act.deleteQ', { name: lastAsked?.name ?? '' })}
      effect={type === 'Buyer' ? t('admin.deleteBuyer') : effectOn(words, lastAsked?.listings ?? 0)}
      keepLabel={t('common.cancel')}
      confirmLabel={t('act.delete')}
      pending={pending !== null}
      pendingLabel={t('admin.deleting')}
      finalFocus={finalFocus}
    />
  );
}

function effectOn({ t }: Translator, listings: number): string {
  if (listings === 0) return t('admin.deleteSeller');
  return listings === 1 ? t('admin.deleteSellerOne') : t('admin.deleteSellerMany', { n: listings });
}
