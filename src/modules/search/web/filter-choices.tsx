import { type ReactNode, useId, useState } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Option, OptionGroup, OptionSubgroup } from '#ui/option-group.tsx';
import type { Count } from '../contract.ts';
import { formatItemCount } from './filter-labels.ts';
import { formatCount } from './format-count.ts';

interface Choice<T> {
  /** Undefined stands for no filter. */
  value: T;
  label: string;
  count?: Count | undefined;
  /** The heading of its subgroup. */
  group?: string | undefined;
}

interface Fold {
  /** The number of options shown first. Of the others only the chosen ones are shown. */
  first: number;
  /** Returns the text of the button that shows n more. */
  more(n: number): string;
  fewer: string;
}

interface ChoicesProps<T> {
  legend: string;
  /** Whether only one option can be chosen. */
  single?: boolean;
  options: readonly Choice<T>[];
  chosen: readonly T[];
  onChoose(value: T): void;
  before?: ReactNode;
  fold?: Fold;
}

const isKnown = (count: Count | undefined): count is Count => count !== undefined && (count.count > 0 || !count.more);

const isEmpty = (count: Count | undefined) => isKnown(count) && count.count === 0;

/** A group of options with their counts, and their subgroups. "At least 0" is unknown: its option shows no number and can be chosen. */
export function Choices<T extends string | number | undefined>(props: ChoicesProps<T>) {
  const { legend, single, options, chosen, onChoose, before, fold } = props;
  const translator = useTranslator();
  const name = useId();
  const [isOpen, setOpen] = useState(false);
  const first = options.filter(({ value }, at) => !fold || chosen.includes(value) || at < fold.first);
  const n = options.length - first.length;
  const optionOf = ({ value, label, count }: Choice<T>) => {
    const checked = chosen.includes(value);
    return (
      <Option
        key={value ?? ''}
        {...(single ? { name } : {})}
        label={label}
        checked={checked}
        empty={isEmpty(count) && !checked}
        count={
          isKnown(count)
            ? { text: formatCount(translator, count), spoken: formatItemCount(translator, count) }
            : undefined
        }
        onChange={() => onChoose(value)}
      />
    );
  };
  return (
    <OptionGroup legend={legend}>
      {before}
      {[...Map.groupBy(isOpen ? options : first, ({ group }) => group)].map(([group, choices]) =>
        group === undefined ? (
          choices.map(optionOf)
        ) : (
          <OptionSubgroup key={group} name={group}>
            {choices.map(optionOf)}
          </OptionSubgroup>
        ),
      )}
      {fold && n > 0 && (
        <button type="button" className="facet-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? fold.fewer : fold.more(n)}
        </button>
      )}
    </OptionGroup>
  );
}
