import { type ReactNode, useId } from 'react';
import { OptionGroup, OptionSubgroup } from '#ui/option-group.tsx';
import { type Choice, ChoiceOption } from './choice-option.tsx';

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
