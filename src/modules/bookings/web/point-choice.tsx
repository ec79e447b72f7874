import './point-choice.css';
import { MapPin } from 'lucide-react';
import { useHydrated } from '#platform/forms/before-script.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { TextField } from '#ui/text-field.tsx';

interface PointChoiceProps {
  sellerPoint: string;
  /** The field of the buyer's own point. */
  field: { id: string; name: string; defaultValue: string | undefined; error: string | undefined };
  isOther: boolean;
  onChoose(isOther: boolean): void;
}

/** The seller's pick-up point, or another one that the buyer types. Typing chooses the other one. */
export function PointChoice({ sellerPoint, field, isOther, onChoose }: PointChoiceProps) {
  const { t } = useTranslator();
  const hydrated = useHydrated();
  const option = (value: 'seller' | 'other') => ({
    type: 'radio' as const,
    name: 'point',
    value,
    checked: isOther === (value === 'other'),
    onChange: () => onChoose(value === 'other'),
  });
  return (
    <fieldset className="points">
      <legend className="field-label">{t('book.where')}</legend>
      <input type="hidden" name="sellerPoint" value={sellerPoint} />
      {/* Without a script, a text that differs from this one was typed, whatever the radio buttons say. */}
      {!hydrated && <input type="hidden" name="began" value={field.defaultValue ?? ''} />}
      <label className="points-option">
        <input {...option('seller')} />
        <span>
          <b>{t('book.sellersPoint')}</b>
          <span className="points-place">
            <MapPin className="icon" aria-hidden />
            {sellerPoint}
          </span>
        </span>
      </label>
      <label className="points-option">
        <input {...option('other')} />
        <b>{t('book.otherPoint')}</b>
      </label>
      <TextField
        {...field}
        className="points-typed"
        label={t('book.point')}
        hint={t('book.pointHint')}
        autoComplete="street-address"
        enterKeyHint="done"
        maxLength={120}
        onInput={() => onChoose(true)}
      />
    </fieldset>
  );
}
