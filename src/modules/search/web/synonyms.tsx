import './synonyms.css';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { toastedAction } from '#platform/forms/action-result.ts';
import { OpenerButton } from '#platform/forms/before-script.tsx';
import { FormFooter, useFetcherForm } from '#platform/forms/fetcher-form.tsx';
import { PageDialog } from '#platform/forms/page-dialog.tsx';
import { RowQuestion } from '#platform/forms/row-question.tsx';
import { authenticatedAction } from '#platform/forms/run-action.ts';
import { type RowAction, useRowAction } from '#platform/forms/use-row-action.ts';
import { MoreRows } from '#platform/lists/more-rows.tsx';
import { PageHead } from '#platform/lists/page-head.tsx';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Chip } from '#ui/chip.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextAreaField } from '#ui/text-area-field.tsx';
import type { Synonyms } from '../contract.ts';
import type { Route } from './+types/synonyms.ts';
import { changeSynonyms, loadSynonyms, typedGroup } from './synonym-list.ts';

export const handle = { title: 'synonyms.title', lead: 'synonyms.lead', thing: 'synonyms.thing' } as const;

export const loader = authenticatedLoader(loadSynonyms);
export const clientLoader = cachedClientLoader<Route.ClientLoaderArgs>();
export const action = authenticatedAction(changeSynonyms);
export const clientAction = toastedAction<Route.ClientActionArgs>((form) =>
  form.has('change') ? 'error.unavailable' : undefined,
);

/** The row of `?edit=new`. */
const NEW: Synonyms = { _id: 'new', words: [] };

export default function SynonymsPage({ loaderData: { items, more } }: Route.ComponentProps) {
  const { t } = useTranslator();
  const heading = useRef<HTMLHeadingElement>(null);
  const deleting = useRowAction(items, () => '', heading);
  const editing = useRowAction([NEW, ...items], () => '', heading, 'edit');
  const group = editing.lastOpenRow ?? NEW;
  return (
    <>
      <PageHead texts={handle} heading={heading}>
        <OpenerButton {...editing.opener(NEW)} icon={<Plus className="icon" aria-hidden />} aria-haspopup="dialog">
          {t('synonyms.add')}
        </OpenerButton>
      </PageHead>
      <RowQuestion
        of={deleting}
        question={({ _id: id, words }) => ({
          fields: { change: 'delete', id, said: words.join(', ') },
          title: t('synonyms.deleteQ', { words: words.join(', ') }),
          effect: t('synonyms.deleteEffect'),
          keepLabel: t('common.keepIt'),
          confirmLabel: t('act.delete'),
          pendingLabel: t('synonyms.deleting'),
        })}
      />
      <PageDialog
        param="edit"
        open={editing.openRow !== null}
        onClose={editing.close}
        title={t(group === NEW ? 'synonyms.addTitle' : 'synonyms.editTitle')}
        discard
      >
        <GroupForm group={group} onDone={editing.close} />
      </PageDialog>
      {items.length > 0 ? (
        <DataTable
          caption={t('synonyms.title')}
          columns={[
            { header: t('synonyms.column'), names: true, phone: 'wide', cell: WordsCell },
            {
              header: t('col.action'),
              phone: 'wide',
              cell: (group) => <ActionsCell group={group} editing={editing} deleting={deleting} />,
            },
          ]}
          rows={items}
          foot={more && <MoreRows>{t('mine.shown', { n: items.length })}</MoreRows>}
        />
      ) : (
        <EmptyState title={t('synonyms.none')} picture="/art/cut-books.svg">
          {t('synonyms.noneBody')}
        </EmptyState>
      )}
    </>
  );
}

function WordsCell({ words }: Synonyms) {
  return (
    <ul className="synonyms">
      {words.map((word) => (
        <li key={word}>
          <Chip tone="mute">{word}</Chip>
        </li>
      ))}
    </ul>
  );
}

function ActionsCell(props: { group: Synonyms; editing: RowAction<Synonyms>; deleting: RowAction<Synonyms> }) {
  const { t } = useTranslator();
  const { group, editing, deleting } = props;
  const words = group.words.join(', ');
  return (
    <div className="synonyms-actions">
      <OpenerButton
        {...editing.opener(group)}
        size="sm"
        look="ghost"
        icon={<Pencil className="icon" aria-hidden />}
        aria-haspopup="dialog"
        aria-label={t('synonyms.editName', { words })}
      >
        {t('synonyms.edit')}
      </OpenerButton>
      <OpenerButton
        {...deleting.opener(group)}
        size="sm"
        look="danger-quiet"
        icon={<Trash2 className="icon" aria-hidden />}
        aria-haspopup="dialog"
        aria-label={t('synonyms.deleteName', { words })}
      >
        {t('act.delete')}
      </OpenerButton>
    </div>
  );
}

function GroupForm({ group, onDone }: { group: Synonyms; onDone(): void }) {
  const { t } = useTranslator();
  const id = group === NEW ? '' : group._id;
  const form = useFetcherForm(typedGroup, { own: { id }, defaultValue: { words: group.words.join('\n') }, onDone });
  return (
    <form.Form method="post" {...form.formProps} className="form">
      <input type="hidden" name="key" value={form.key} />
      <input type="hidden" name="id" value={id} />
      <TextAreaField {...form.field('words')} label={t('synonyms.field')} hint={t('synonyms.fieldHint')} rows={6} />
      <FormFooter form={form} pendingLabel={t('synonyms.saving')}>
        {t('common.save')}
      </FormFooter>
    </form.Form>
  );
}
