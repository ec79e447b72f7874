import './synonyms.css';
import { Plus } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { authenticatedLoader, cachedClientLoader } from '#platform/web/authenticated-loader.ts';
import { PageHead } from '#platform/web/page-head.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Synonyms } from '../contract.ts';
import type { Route } from './+types/synonyms.ts';
import { changeSynonyms, loadSynonyms } from './synonym-list.ts';
import { SynonymsDialog } from './synonyms-dialog.tsx';
import { SynonymsQuestion } from './synonyms-question.tsx';
import { SynonymsTable } from './synonyms-table.tsx';

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
  const [edited, setEdited] = useState<Synonyms | 'new' | null>(null);
  const [asked, setAsked] = useState<Synonyms | null>(null);
  const closeDialog = useCallback(() => setEdited(null), []);
  const closeQuestion = useCallback(() => setAsked(null), []);
  return (
    <>
      <PageHead texts={handle} heading={heading}>
        <Button icon={<Plus className="icon" aria-hidden />} aria-haspopup="dialog" onClick={() => setEdited('new')}>
          {t('synonyms.add')}
        </Button>
      </PageHead>
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
