import { type ReactNode, useId } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Option, OptionGroup, OptionSubgroup } from '#ui/option-group.tsx';
import { sayItems } from './filter-labels.ts';
import { sayCount } from './say-count.ts';
import type { Count } from './use-search.ts';

interface Choice<T> {
  value: T;
  label: string;
  count?: Count | undefined;
  /** The heading of its subgroup. */
  group?: string | undefined;
}

interface ChoicesProps<T> {
  legend: string;
  /** Whether only one option can be chosen. */
  single?: boolean;
  /** The value undefined stands for no filter. */
  options: readonly Choice<T>[];
  chosen: readonly T[];
  onChoose(value: T): void;
}

/** A group of options with their counts, and their subgroups. */
export function Choices<T extends string | number | undefined>(
  props: ChoicesProps<T> & { before?: ReactNode; after?: ReactNode },
) {
  const name = useId();
  const groups = [...Map.groupBy(props.options, ({ group }) => group)];
  const optionOf = (choice: Choice<T>) => (
    <ChoiceOption
      key={choice.value ?? ''}
      {...(props.single ? { name } : {})}
      choice={choice}
      checked={props.chosen.includes(choice.value)}
      onChoose={props.onChoose}
    />
  );
  return (
    <OptionGroup legend={props.legend}>
      {props.before}
      {groups.map(([group, choices]) =>
        group === undefined ? (
          choices.map(optionOf)
        ) : (
          <OptionSubgroup key={group} name={group}>
            {choices.map(optionOf)}
          </OptionSubgroup>
        ),
      )}
      {props.after}
    </OptionGroup>
  );
}

/** An option with its count. "At least 0" is unknown: the option shows no number and can be chosen. */
function ChoiceOption<T>(props: { choice: Choice<T>; name?: string; checked: boolean; onChoose(value: T): void }) {
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
