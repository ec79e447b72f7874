import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { type Draft, formValues, saveDraft } from './product-draft.ts';

/** Time between the last input and the save of the draft. */
const SAVE_DELAY_MS = 1_000;

/**
 * Returns the form's fields for the preview. Saves them on the device after a pause and when the page is left, once the
 * device's draft is read. `discard` drops unsaved input.
 */
export function useDraft(sellerId: string, start: Draft, isDraftRead: boolean) {
  const [values, setValues] = useState(start);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const unsaved = useRef<Draft>(undefined);
  const sending = useNavigation().formMethod !== undefined;
  // Nothing is saved during a submit: a listed product must leave no draft.
  const maySave = useRef(false);
  maySave.current = isDraftRead && !sending;

  useEffect(() => {
    if (!isDraftRead || sending || unsaved.current !== values) return;
    const timer = setTimeout(() => {
      if (save(sellerId, unsaved)) setSavedAt(new Date());
    }, SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [sellerId, values, isDraftRead, sending]);

  useEffect(() => {
    const saveNow = () => maySave.current && save(sellerId, unsaved);
    addEventListener('pagehide', saveNow);
    return () => {
      removeEventListener('pagehide', saveNow);
      saveNow();
    };
  }, [sellerId]);

  return {
    values,
    savedAt,
    onInput(event: FormEvent<HTMLFormElement>) {
      const typed = formValues(event.currentTarget);
      unsaved.current = typed;
      setValues(typed);
    },
    discard() {
      unsaved.current = undefined;
    },
  };
}

function save(sellerId: string, unsaved: RefObject<Draft | undefined>): boolean {
  const draft = unsaved.current;
  unsaved.current = undefined;
  return draft !== undefined && saveDraft(sellerId, draft);
}
