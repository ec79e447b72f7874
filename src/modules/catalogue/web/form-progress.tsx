import { useWords } from '#platform/web/words.tsx';
import type { Draft, DraftField } from './product-draft.ts';

/** What each part of the form cannot do without. Condition starts at Excellent, so it is never in the way. */
const PARTS: readonly (readonly DraftField[])[] = [
  ['imageURL'],
  ['productName', 'categoryId'],
  [],
  ['originalPrice', 'resalePrice', 'location', 'phone'],
];

/** How many of the form's four parts are filled in. */
export function FormProgress({ values }: { values: Draft }) {
  const { t } = useWords();
  const done = PARTS.filter((fields) => fields.every((field) => values[field]?.trim())).length;
  return (
    <label className="add-progress">
      <span>{t('add.progress', { done, of: PARTS.length })}</span>
      <progress value={done} max={PARTS.length} />
    </label>
  );
}
