import { Trash2 } from 'lucide-react';
import { OpenerButton } from '#platform/forms/before-script.tsx';
import type { RowAction } from '#platform/forms/use-row-action.ts';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import type { ListedUser } from '../../contract.ts';
import type { People, PeopleType } from './people.ts';
import { VerifyCell } from './verify-cell.tsx';

/** The id of the button that deletes a person. */
export const deleteButtonId = ({ _id }: ListedUser) => `delete-${_id}`;

export function PeopleTable(props: { type: PeopleType; list: People; deleting: RowAction<ListedUser> }) {
  const { type, list, deleting } = props;
  const words = useTranslator();
  return (
    <DataTable
      caption={words.t(type === 'Seller' ? 'sellers.title' : 'buyersList.title')}
      columns={columns(words, type, deleting)}
      rows={list.people}
      rowKey={(person) => person._id}
      foot={list.more && <MoreRows>{words.t('admin.shown', { n: list.people.length })}</MoreRows>}
    />
  );
}

function columns({ t, number }: Translator, type: PeopleType, deleting: RowAction<ListedUser>): Column<ListedUser>[] {
  const verify: Column<ListedUser> = {
    key: 'verify',
    header: t('col.verify'),
    phone: 'end',
    cell: (person) => <VerifyCell person={person} />,
  };
  return [
    { key: 'index', header: t('col.index'), phone: 'hidden', cell: (_, index) => number(index + 1) },
    { key: 'name', header: t('col.name'), names: true, phone: 'title', cell: (person) => person.name },
    { key: 'email', header: t('col.email'), phone: 'wide', cell: (person) => person.email },
    {
      key: 'action',
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
