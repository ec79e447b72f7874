import './people.css';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { RowQuestion } from '#platform/forms/row-question.tsx';
import { useRowAction } from '#platform/forms/use-row-action.ts';
import { PageHead } from '#platform/lists/page-head.tsx';
import { SearchForm } from '#platform/lists/search-form.tsx';
import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { PersonForm } from './change-person.ts';
import type { People, PeopleType } from './people-list.ts';
import { deleteButtonId, PeopleTable } from './people-table.tsx';

interface PeoplePageProps {
  type: PeopleType;
  texts: ComponentProps<typeof PageHead>['texts'];
  list: People;
  /** The buttons of the head. */
  children: ReactNode;
}

/** The page of all sellers or all buyers, with a search; for admins. */
export function PeoplePage({ type, texts, list, children }: PeoplePageProps) {
  const translator = useTranslator();
  const { t } = translator;
  const { people, q } = list;
  const heading = useRef<HTMLHeadingElement>(null);
  const deleting = useRowAction(people, deleteButtonId, heading);
  return (
    <>
      <PageHead texts={texts} heading={heading}>
        <div className="people-files">{children}</div>
      </PageHead>
      <RowQuestion
        of={deleting}
        question={({ _id: id, name, listings = 0 }) => ({
          fields: { change: `delete${type}`, id, name } satisfies PersonForm,
          title: t('act.deleteQ', { name }),
          effect: effectOf(translator, listings),
          keepLabel: t('common.cancel'),
          confirmLabel: t('act.delete'),
          pendingLabel: t('admin.deleting'),
        })}
      />
      {(people.length > 0 || q) && (
        <SearchForm
          name="q"
          value={q}
          maxLength={100}
          label={t('admin.search')}
          hint={t('admin.searchHint')}
          allLabel={t('admin.searchAll')}
        />
      )}
      <p className="sr" role="status">
        {q && people.length > 0 && t('admin.found', { n: people.length, q })}
      </p>
      {people.length > 0 ? (
        <PeopleTable type={type} list={list} deleting={deleting} />
      ) : q ? (
        <EmptyState title={t('admin.noMatch', { q })} picture="/art/cut-books.svg">
          {t('admin.noMatchBody')}
        </EmptyState>
      ) : (
        <EmptyState title={t(type === 'Seller' ? 'admin.noSellers' : 'admin.noBuyers')} picture="/art/cut-horse.svg">
          {t('admin.noneBody')}
        </EmptyState>
      )}
    </>
  );
}

function effectOf({ t }: Translator, listings: number): string {
  if (listings === 0) return t('admin.deleteNone');
  return listings === 1 ? t('admin.deleteOne') : t('admin.deleteMany', { n: listings });
}
