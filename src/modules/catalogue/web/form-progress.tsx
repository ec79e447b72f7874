import { useTranslator } from '#platform/web/translator.tsx';
import { type Draft, type DraftField, hasPicture } from './product-draft.ts';

const has = (values: Draft, ...fields: DraftField[]) => fields.every((field) => values[field]?.trim());

/** The required fields of each part of the form. The condition has a default, so it counts with the item's name. */
const PARTS: readonly ((values: Draft) => boolean)[] = [
  hasPicture,
  (values) => has(values, 'productName', 'categoryId'),
  (values) => has(values, 'productName', 'quality'),
  (values) => has(values, 'originalPrice', 'resalePrice', 'location', 'phone'),
];

/** Shows how many of the form's four parts are complete. */
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
