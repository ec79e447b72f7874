import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { type Draft, formValues, saveDraft } from './product-draft.ts';

/** The draft is saved so long after the last input. */
const SAVE_DELAY_MS = 1_000;

/** Returns the form's fields for the preview, and saves them on the device after a pause. */
export function useDraft(sellerId: string, start: Draft) {
  const [values, setValues] = useState(start);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const touched = useRef(false);
  const resting = useNavigation().state === 'idle';

  useEffect(() => {
    // Nothing is saved during a submit: a listed product must leave no draft.
    if (!touched.current || !resting) return;
    const timer = setTimeout(() => {
      if (saveDraft(sellerId, values)) setSavedAt(new Date());
    }, SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [sellerId, values, resting]);

  return {
    values,
    savedAt,
    onInput(event: FormEvent<HTMLFormElement>) {
      touched.current = true;
      setValues(formValues(event.currentTarget));
    },
  };
}
