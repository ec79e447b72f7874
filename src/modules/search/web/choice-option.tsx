import { useTranslator } from '#platform/web/translator.tsx';
import { Option } from '#ui/option-group.tsx';
import { sayItems } from './filter-labels.ts';
import { sayCount } from './say-count.ts';
import type { Count } from './use-search.ts';

export interface Choice<T> {
  value: T;
  label: string;
  count?: Count | undefined;
  /** The heading of its subgroup. */
  group?: string | undefined;
}

/** An option with its count. "At least 0" is unknown: the option shows no number and can be chosen. */
export function ChoiceOption<T>(props: {
  choice: Choice<T>;
  name?: string;
  checked: boolean;
  onChoose(value: T): void;
}) {
  const translator = useTranslator();
  const { value, label, count } = props.choice;
  const isUnknown = !count || (count.count === 0 && count.more);
  return (
    <Option
      {...(props.name ? { name: props.name } : {})}
      label={label}
      checked={props.checked}
      empty={!isUnknown && count.count === 0 && !props.checked}
      count={isUnknown ? undefined : { text: sayCount(translator, count), spoken: sayItems(translator, count) }}
      onChange={() => props.onChoose(value)}
    />
  );
}
