import { BadgeCheck, Check, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { FormButton, OpenerButton } from '#platform/forms/before-script.tsx';
import type { RowAction } from '#platform/forms/use-row-action.ts';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import type { ListedUser } from '../../contract.ts';
import type { PersonForm } from './change-person.ts';
import type { People, PeopleType } from './people-list.ts';

/** Returns the id of the button that deletes a person. */
export const deleteButtonId = ({ _id }: ListedUser) => `delete-${_id}`;

/** Buyers or sellers, with the buttons that delete and verify them. */
export function PeopleTable(props: { type: PeopleType; list: People; deleting: RowAction<ListedUser> }) {
  const { type, list, deleting } = props;
  const translator = useTranslator();
  return (
    <DataTable
      caption={translator.t(type === 'Seller' ? 'sellers.title' : 'buyersList.title')}
      columns={columns(translator, type, deleting)}
      rows={list.people}
      foot={list.more && <MoreRows>{translator.t('admin.shown', { n: list.people.length })}</MoreRows>}
    />
  );
}

function columns({ t, number }: Translator, type: PeopleType, deleting: RowAction<ListedUser>): Column<ListedUser>[] {
  const verify: Column<ListedUser> = {
    header: t('col.verify'),
    phone: 'end',
    cell: (person) => <VerifyCell person={person} />,
  };
  return [
    { header: t('col.index'), phone: 'hidden', cell: (_, index) => number(index + 1) },
    { header: t('col.name'), names: true, phone: 'title', cell: (person) => person.name },
    { header: t('col.email'), phone: 'wide', cell: (person) => person.email },
    {
      header: t('col.action'),
      phone: 'start',
      cell: (person) => (
        <OpenerButton
          {...deleting.opener(person)}
          id={deleteButtonId(person)}
          size="sm"
          look="danger-quiet"
          className="people-cell"
          icon={<Trash2 className="icon" aria-hidden />}
          aria-label={t('admin.deleteName', { name: person.name })}
        >
          {t('act.delete')}
        </OpenerButton>
      ),
    },
    ...(type === 'Seller' ? [verify] : []),
  ];
}

/** A button, or a check icon for a verified seller. The focus moves from the one to the other. */
function VerifyCell({ person }: { person: ListedUser }) {
  const { t } = useTranslator();
  const fetcher = useFetcher<ActionResult>();
  const mark = useRef<HTMLSpanElement>(null);
  const { _id: id, name } = person;
  const isVerifiedHere = fetcher.data?.done && person.verify !== undefined;
  useEffect(() => {
    if (isVerifiedHere && document.activeElement === document.body) mark.current?.focus();
  }, [isVerifiedHere]);
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
