import './choice-cards.css';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { FieldError } from './field.tsx';

/** Two to four choices as cards. A native radio group, so arrow keys and forms work without JavaScript. */
export function ChoiceCards(props: {
  legend: string;
  name: string;
  options: readonly { value: string; label: string; hint?: string }[];
  defaultValue?: string | undefined;
  error?: string | undefined;
  /** The id of the first radio button, for links from an error summary. */
  id?: string;
  onChange?: (value: string) => void;
}) {
  const ownId = useId();
  const id = props.id ?? ownId;
  return (
    <fieldset className="choices" aria-describedby={props.error ? `${id}-error` : undefined}>
      <legend className="field-label">{props.legend}</legend>
      <div className="choices-cards">
        {props.options.map((option, index) => (
          <label className="choice" key={option.value}>
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={props.name}
              value={option.value}
              defaultChecked={option.value === props.defaultValue}
              onChange={() => props.onChange?.(option.value)}
            />
            <span className="choice-text">
              <b>{option.label}</b>
              {option.hint && <span className="choice-hint">{option.hint}</span>}
            </span>
            <Check className="choice-tick" aria-hidden />
          </label>
        ))}
      </div>
      {props.error && <FieldError id={`${id}-error`}>{props.error}</FieldError>}
    </fieldset>
  );
}
