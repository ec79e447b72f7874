import { type ReactNode, useId } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Option, OptionGroup, OptionSubgroup } from '#ui/option-group.tsx';
import { sayItems } from './filter-labels.ts';
import { sayCount } from './say-count.ts';
import type { Count } from './use-search.ts';

interface Choice<T> {
  /** Undefined stands for no filter. */
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
  options: readonly Choice<T>[];
  chosen: readonly T[];
  onChoose(value: T): void;
  before?: ReactNode;
  after?: ReactNode;
}

/** A group of options with their counts, and their subgroups. "At least 0" is unknown: its option shows no number and can be chosen. */
export function Choices<T extends string | number | undefined>(props: ChoicesProps<T>) {
  const { legend, single, options, chosen, onChoose, before, after } = props;
  const translator = useTranslator();
  const name = useId();
  const optionOf = ({ value, label, count }: Choice<T>) => {
    const isUnknown = !count || (count.count === 0 && count.more);
    const checked = chosen.includes(value);
    return (
      <Option
        key={value ?? ''}
        {...(single ? { name } : {})}
        label={label}
        checked={checked}
        empty={!isUnknown && count.count === 0 && !checked}
        count={isUnknown ? undefined : { text: sayCount(translator, count), spoken: sayItems(translator, count) }}
        onChange={() => onChoose(value)}
      />
    );
  };
  return (
    <OptionGroup legend={legend}>
      {before}
      {[...Map.groupBy(options, ({ group }) => group)].map(([group, choices]) =>
        group === undefined ? (
          choices.map(optionOf)
        ) : (
          <OptionSubgroup key={group} name={group}>
            {choices.map(optionOf)}
          </OptionSubgroup>
        ),
      )}
      {after}
    </OptionGroup>
  );
}
