import { Trash2 } from 'lucide-react';
import { useNavigation } from 'react-router';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import type { ListedUser } from '../../contract.ts';
import { deleteButtonId } from './delete-question.tsx';
import type { People, PeopleType } from './people.ts';
import { WORDS_OF } from './people-frame.tsx';
import { VerifyCell } from './verify-cell.tsx';

export function PeopleTable(props: { type: PeopleType; list: People; onDelete(person: ListedUser): void }) {
  const { type, list, onDelete } = props;
  const words = useTranslator();
  return (
    <DataTable
      caption={words.t(WORDS_OF[type].title)}
      columns={columns(words, type, onDelete)}
      rows={list.people}
      rowKey={(person) => person._id}
      foot={list.more && <More list={list} />}
    />
  );
}

function More({ list: { people, pages, q } }: { list: People }) {
  const { t } = useTranslator();
  const asked = new URLSearchParams({ ...(q ? { q } : {}), pages: String(pages + 1) });
  const loading = useNavigation().location?.search === `?${asked}`;
  return (
    <>
      <span className="num">{t('admin.shown', { n: people.length })}</span>
      <LinkButton look="ghost" size="sm" to={`?${asked}`} replace preventScrollReset aria-busy={loading || undefined}>
        {t(loading ? 'common.loading' : 'common.showMore')}
      </LinkButton>
    </>
  );
}

function columns(
  { t, number }: Translator,
  type: PeopleType,
  onDelete: (person: ListedUser) => void,
): Column<ListedUser>[] {
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
        <Button
          id={deleteButtonId(person._id)}
          size="sm"
          look="danger-quiet"
          className="people-cell"
          icon={<Trash2 className="icon" aria-hidden />}
          aria-label={t('admin.deleteName', { name: person.name })}
          onClick={() => onDelete(person)}
        >
          {t('act.delete')}
        </Button>
      ),
    },
    ...(type === 'Seller' ? [verify] : []),
  ];
}
