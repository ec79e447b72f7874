import './segmented.css';
import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface Tab<T extends string> {
  value: T;
  label: string;
  panel: ReactNode;
}

/**
 * Panels of which one shows. `head` stands beside the tabs. With `value` and `onChange` the owner knows which; with
 * `keepMounted` what was typed in a panel stays there while another shows.
 */
export function Tabs<T extends string>(props: {
  label: string;
  tabs: readonly Tab<T>[];
  head?: ReactNode;
  value?: T;
  onChange?(value: T): void;
  keepMounted?: boolean;
}) {
  const { label, tabs, head, value, onChange, keepMounted } = props;
  return (
    <Base.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.value } : { value })}
      onValueChange={(chosen) => onChange?.(chosen as T)}
    >
      <div className={head ? 'section-head' : undefined}>
        {head}
        <Base.List className="segmented" aria-label={label} activateOnFocus>
          {tabs.map((tab) => (
            <Base.Tab className="segment segment-tab" key={tab.value} value={tab.value}>
              {tab.label}
            </Base.Tab>
          ))}
        </Base.List>
      </div>
      {tabs.map((tab) => (
        <Base.Panel className="tab-panel" key={tab.value} value={tab.value} keepMounted={keepMounted}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
