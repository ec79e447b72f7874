import './segmented.css';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

export interface Tab<T extends string> {
  value: T;
  label: string;
  panel: ReactNode;
}

/**
 * Tabs with one visible panel, which has something to focus. `head` stands beside the tab list. `value` and `onChange`
 * make it controlled. `keepMounted` keeps hidden panels in the DOM with their input. Arrow keys, Home and End select a
 * tab (WAI-ARIA APG, tabs).
 */
export function Tabs<T extends string>(props: {
  label: string;
  tabs: readonly Tab<T>[];
  head?: ReactNode;
  value?: T;
  onChange?(value: T): void;
  keepMounted?: boolean;
}) {
  const { label, tabs, head, keepMounted } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(tabs[0]?.value);
  const shown = props.value ?? chosen;

  function show(value: T) {
    if (value === shown) return;
    setChosen(value);
    props.onChange?.(value);
  }

  function moveFocus(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const at = tabs.findIndex(({ value }) => value === shown);
    const targets: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
    const to = targets[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
    const next = tabs[index];
    if (next) show(next.value);
  }

  return (
    <>
      <div className={head ? 'section-head' : undefined}>
        {head}
        <div className="segmented" role="tablist" aria-label={label} ref={list} onKeyDown={moveFocus}>
          {tabs.map(({ value, label: name }) => (
            <button
              type="button"
              className="segment segment-tab"
              key={value}
              role="tab"
              id={`${id}${value}`}
              aria-selected={value === shown}
              aria-controls={value === shown || keepMounted ? `${id}${value}-panel` : undefined}
              tabIndex={value === shown ? 0 : -1}
              onClick={() => show(value)}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      {tabs.map(({ value, panel }) =>
        value === shown || keepMounted ? (
          <div
            className="tab-panel"
            key={value}
            role="tabpanel"
            id={`${id}${value}-panel`}
            aria-labelledby={`${id}${value}`}
            hidden={value !== shown}
          >
            {panel}
          </div>
        ) : null,
      )}
    </>
  );
}
