import './people.css';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { ListedUser } from '../../contract.ts';
import { CsvButton } from './csv-button.tsx';
import { DeleteQuestion } from './delete-question.tsx';
import type { People, PeopleType } from './people.ts';
import { PeopleHead, WORDS_OF } from './people-frame.tsx';
import { PeopleTable } from './people-table.tsx';

/** All sellers or all buyers, with a search; for admins. */
export function PeoplePage({ type, list }: { type: PeopleType; list: People }) {
  const { t } = useTranslator();
  const { people, q } = list;
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<ListedUser | null>(null);
  return (
    <>
      <PeopleHead type={type} heading={heading}>
        <CsvButton list={type === 'Seller' ? 'sellers' : 'buyers'} />
        {type === 'Buyer' && <CsvButton list="orders" />}
      </PeopleHead>
      {(people.length > 0 || q) && <PeopleSearch q={q} />}
      <p className="sr" role="status">
        {q && people.length > 0 && t('admin.found', { n: people.length, q })}
      </p>
      {people.length > 0 ? (
        <PeopleTable type={type} list={list} onDelete={setAsked} />
      ) : q ? (
        <EmptyState title={t('admin.noMatch', { q })} picture="/art/cut-books.svg">
          {t('admin.noMatchBody')}
        </EmptyState>
      ) : (
        <EmptyState title={t(WORDS_OF[type].none)} picture="/art/cut-horse.svg">
          {t('admin.noneBody')}
        </EmptyState>
      )}
      <DeleteQuestion type={type} person={asked} people={people} onClose={() => setAsked(null)} heading={heading} />
    </>
  );
}

function PeopleSearch({ q }: { q: string }) {
  const { t } = useTranslator();
  const searching = useNavigation().location?.search.includes('q=');
  return (
    <search className="people-search">
      <Form key={q} replace>
        <TextField
          label={t('admin.search')}
          hint={t('admin.searchHint')}
          name="q"
          type="search"
          defaultValue={q}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button
          type="submit"
          look="ghost"
          icon={<Search className="icon" aria-hidden />}
          pending={searching ?? false}
          pendingLabel={t('common.loading')}
        >
          {t('admin.searchAction')}
        </Button>
      </Form>
      {q && (
        <Link className="text-link" to="." replace>
          {t('admin.searchAll')}
        </Link>
      )}
    </search>
  );
}
