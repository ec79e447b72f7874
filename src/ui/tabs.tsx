import './segmented.css';
import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface Tab {
  value: string;
  label: string;
  panel: ReactNode;
}

/** Panels of which one shows. `head` stands beside the tabs. */
export function Tabs({ label, tabs, head }: { label: string; tabs: readonly Tab[]; head?: ReactNode }) {
  return (
    <Base.Root defaultValue={tabs[0]?.value}>
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
        <Base.Panel className="tab-panel" key={tab.value} value={tab.value}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
