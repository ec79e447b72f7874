import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { useSchemaForm } from '#platform/web/form.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextAreaField } from '#ui/text-area-field.tsx';
import type { Synonyms } from '../contract.ts';
import { type SynonymsAnswer, typedGroup } from './synonym-list.ts';

type Edited = Synonyms | 'new' | null;

/** Adds or changes a group of words that mean the same. */
export function SynonymsDialog({ edited, onClose }: { edited: Edited; onClose(): void }) {
  const { t } = useTranslator();
  // The words stay while the dialog leaves the screen.
  const latest = useRef<Edited>('new');
  if (edited) latest.current = edited;
  const group = latest.current === 'new' ? null : latest.current;
  return (
    <Dialog
      open={edited !== null}
      onClose={onClose}
      title={t(group ? 'synonyms.editTitle' : 'synonyms.addTitle')}
      closeLabel={t('common.close')}
      size="sm"
      discard={{ question: t('common.discardQ'), keep: t('common.keepEditing'), discard: t('common.discard') }}
    >
      <GroupForm group={group} onDone={onClose} />
    </Dialog>
  );
}

function GroupForm({ group, onDone }: { group: Synonyms | null; onDone(): void }) {
  const { t } = useTranslator();
  const fetcher = useFetcher<SynonymsAnswer>();
  const form = useSchemaForm(typedGroup, {
    reply: fetcher.data?.reply,
    defaultValue: { words: group?.words.join('\n') ?? '' },
  });
  const done = fetcher.state === 'idle' && fetcher.data?.done;

  useEffect(() => {
    if (done) onDone();
  }, [done, onDone]);

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
