import './synonyms.css';
import { Plus } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import type { Synonyms } from '../contract.ts';
import type { Route } from './+types/synonyms.ts';
import { changeSynonyms, loadSynonyms } from './synonym-list.ts';
import { SynonymsDialog } from './synonyms-dialog.tsx';
import { SynonymsQuestion } from './synonyms-question.tsx';
import { SynonymsTable } from './synonyms-table.tsx';

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadSynonyms(request);
}

export function clientAction({ request }: Route.ClientActionArgs) {
  return changeSynonyms(request);
}

function Head({ heading, onAdd }: { heading?: RefObject<HTMLHeadingElement | null>; onAdd?: () => void }) {
  const { t, product } = useTranslator();
  return (
    <div className="page-head">
      <title>{`${t('synonyms.title')} · ${product}`}</title>
      <div>
        <h1 tabIndex={-1} ref={heading}>
          {t('synonyms.title')}
        </h1>
        <p>{t('synonyms.lead')}</p>
      </div>
      {onAdd && (
        <Button icon={<Plus className="icon" aria-hidden />} aria-haspopup="dialog" onClick={onAdd}>
          {t('synonyms.add')}
        </Button>
      )}
    </div>
  );
}

export function HydrateFallback() {
  const { t } = useTranslator();
  return (
    <>
      <Head />
      <RowSkeletons label={t('common.loading')} count={4} />
    </>
  );
}

export default function SynonymsPage({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslator();
  const heading = useRef<HTMLHeadingElement>(null);
  const [edited, setEdited] = useState<Synonyms | 'new' | null>(null);
  const [asked, setAsked] = useState<Synonyms | null>(null);
  const closeDialog = useCallback(() => setEdited(null), []);
  const closeQuestion = useCallback(() => setAsked(null), []);
  return (
    <>
      <Head heading={heading} onAdd={() => setEdited('new')} />
      {list.items.length > 0 ? (
        <SynonymsTable list={list} onEdit={setEdited} onDelete={setAsked} />
      ) : (
        <EmptyState title={t('synonyms.none')} picture="/art/cut-books.svg">
          {t('synonyms.noneBody')}
        </EmptyState>
      )}
      <SynonymsDialog edited={edited} onClose={closeDialog} />
      <SynonymsQuestion asked={asked} onClose={closeQuestion} heading={heading} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useTranslator();
  useEffect(() => console.error(error), [error]);
  return (
    <>
      <Head />
      <ErrorState title={t('common.dropped')} retryLabel={t('common.tryAgain')}>
        {t('common.notLoaded', { thing: t('synonyms.thing') })}
      </ErrorState>
    </>
  );
}
