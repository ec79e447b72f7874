import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { type Draft, formValues, saveDraft } from './product-draft.ts';

/** How long the hands must rest before the draft is kept, in milliseconds. */
const REST = 1_000;

/** Follows what is typed, for the preview, and keeps it on the device once the hands rest. */
export function useDraft(sellerId: string, start: Draft) {
  const [values, setValues] = useState(start);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const touched = useRef(false);
  const resting = useNavigation().state === 'idle';

  useEffect(() => {
    // While the form is under way nothing is kept: a listing that went through must leave no draft behind.
    if (!touched.current || !resting) return;
    const timer = setTimeout(() => {
      if (saveDraft(sellerId, values)) setSavedAt(new Date());
    }, REST);
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
