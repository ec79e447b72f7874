import { useTranslator } from '#platform/web/translator.tsx';
import { type Draft, type DraftField, hasPicture } from './product-draft.ts';

const has = (values: Draft, ...fields: DraftField[]) => fields.every((field) => values[field]?.trim());

/** What each part of the form cannot do without. Condition starts at Excellent, so it is never in the way. */
const PARTS: readonly ((values: Draft) => boolean)[] = [
  hasPicture,
  (values) => has(values, 'productName', 'categoryId'),
  () => true,
  (values) => has(values, 'originalPrice', 'resalePrice', 'location', 'phone'),
];

/** How many of the form's four parts are filled in. */
export function FormProgress({ values }: { values: Draft }) {
  const { t } = useTranslator();
  const done = PARTS.filter((isDone) => isDone(values)).length;
  return (
    <label className="add-progress">
      <span>{t('add.progress', { done, of: PARTS.length })}</span>
      <progress value={done} max={PARTS.length} />
    </label>
  );
}
