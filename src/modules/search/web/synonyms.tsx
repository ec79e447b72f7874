import './synonyms.css';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { useSchemaForm } from '#platform/web/form.tsx';
import { MoreRows } from '#platform/web/more-rows.tsx';
import { PageHead } from '#platform/web/page-head.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { useActionResult } from '#platform/web/use-action-result.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ConfirmDialog } from '#ui/lazy-overlays.tsx';
import { TextAreaField } from '#ui/text-area-field.tsx';
import type { Synonyms } from '../contract.ts';
import type { Route } from './+types/synonyms.ts';
import { changeSynonyms, loadSynonyms, type SynonymsResult, typedGroup } from './synonym-list.ts';

export const handle = { title: 'synonyms.title', lead: 'synonyms.lead', thing: 'synonyms.thing' } as const;

export function loader(args: Route.LoaderArgs) {
  return authenticatedLoader(args, loadSynonyms);
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return cachedClientLoader(args);
}
clientLoader.hydrate = true as const;

export function clientAction({ request }: Route.ClientActionArgs) {
  return changeSynonyms(request);
}

export default function SynonymsPage({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslator();
  const heading = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState<'edit' | 'delete'>();
  // It stays while a closed dialog leaves the screen.
  const [group, setGroup] = useState<Synonyms>();
  function show(dialog: 'edit' | 'delete', of: Synonyms | undefined) {
    setGroup(of);
    setOpen(dialog);
  }
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHead texts={handle} heading={heading}>
        <Button
          icon={<Plus className="icon" aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => show('edit', undefined)}
        >
          {t('synonyms.add')}
        </Button>
      </PageHead>
      {list.items.length > 0 ? (
        <Groups list={list} onOpen={show} />
      ) : (
        <EmptyState title={t('synonyms.none')} picture="/art/cut-books.svg">
          {t('synonyms.noneBody')}
        </EmptyState>
      )}
      <Dialog
        open={open === 'edit'}
        onClose={close}
        title={t(group ? 'synonyms.editTitle' : 'synonyms.addTitle')}
        closeLabel={t('common.close')}
        size="sm"
        discard={{ question: t('common.discardQ'), keep: t('common.keepEditing'), discard: t('common.discard') }}
      >
        <GroupForm group={group} onDone={close} />
      </Dialog>
      <DeleteQuestion key={group?._id} group={group} open={open === 'delete'} onClose={close} heading={heading} />
    </>
  );
}

interface GroupsProps {
  list: Route.ComponentProps['loaderData'];
  onOpen(dialog: 'edit' | 'delete', group: Synonyms): void;
}

function Groups({ list: { items, more }, onOpen }: GroupsProps) {
  const { t } = useTranslator();
  const cellOfWords = ({ words }: Synonyms) => (
    <ul className="synonyms">
      {words.map((word) => (
        <li key={word}>
          <Chip tone="mute">{word}</Chip>
        </li>
      ))}
    </ul>
  );
  const cellOfActions = (group: Synonyms) => {
    const words = group.words.join(', ');
    return (
      <div className="synonyms-actions">
        <Button
          size="sm"
          look="ghost"
          icon={<Pencil className="icon" aria-hidden />}
          aria-haspopup="dialog"
          aria-label={t('synonyms.editName', { words })}
          onClick={() => onOpen('edit', group)}
        >
          {t('synonyms.edit')}
        </Button>
        <Button
          size="sm"
          look="danger-quiet"
          icon={<Trash2 className="icon" aria-hidden />}
          aria-haspopup="dialog"
          aria-label={t('synonyms.deleteName', { words })}
          onClick={() => onOpen('delete', group)}
        >
          {t('act.delete')}
        </Button>
      </div>
    );
  };
  return (
    <DataTable
      caption={t('synonyms.title')}
      columns={[
        { key: 'words', header: t('synonyms.column'), names: true, phone: 'wide', cell: cellOfWords },
        { key: 'action', header: t('col.action'), phone: 'wide', cell: cellOfActions },
      ]}
      rows={items}
      rowKey={(group) => group._id}
      foot={more && <MoreRows>{t('mine.shown', { n: items.length })}</MoreRows>}
    />
  );
}

function GroupForm({ group, onDone }: { group: Synonyms | undefined; onDone(): void }) {
  const { t } = useTranslator();
  const fetcher = useFetcher<SynonymsResult>();
  const defaultValue = { words: group?.words.join('\n') ?? '' };
  const form = useSchemaForm(typedGroup, { reply: fetcher.data?.reply, defaultValue });
  useActionResult(fetcher, ({ done }) => done && onDone());
  return (
    <fetcher.Form method="post" {...form.formProps} className="form">
      <input type="hidden" name="id" value={group?._id ?? ''} />
      <TextAreaField {...form.field('words')} label={t('synonyms.field')} hint={t('synonyms.fieldHint')} rows={6} />
      {form.problem && form.faults.length === 0 && (
        <Alert tone="error" focusable ref={form.alert}>
          {form.problem}
        </Alert>
      )}
      <Button
        type="submit"
        size="lg"
        className="dialog-action"
        pending={fetcher.state !== 'idle'}
        pendingLabel={t('synonyms.saving')}
      >
        {t('common.save')}
      </Button>
    </fetcher.Form>
  );
}

interface DeleteQuestionProps {
  group: Synonyms | undefined;
  open: boolean;
  onClose(): void;
  /** Gets the focus when the row is gone. */
  heading: RefObject<HTMLElement | null>;
}

function DeleteQuestion({ group, open, onClose, heading }: DeleteQuestionProps) {
  const { t } = useTranslator();
  const fetcher = useFetcher<SynonymsResult>();
  const words = group?.words.join(', ') ?? '';
  useActionResult(fetcher, onClose);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => fetcher.submit({ change: 'delete', id: group?._id ?? '', said: words }, { method: 'post' })}
      title={t('synonyms.deleteQ', { words })}
      effect={t('synonyms.deleteEffect')}
      keepLabel={t('common.keepIt')}
      confirmLabel={t('act.delete')}
      pending={fetcher.state !== 'idle'}
      pendingLabel={t('synonyms.deleting')}
      {...(fetcher.data?.done ? { finalFocus: heading } : {})}
    />
  );
}
