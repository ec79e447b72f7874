import './menu.css';
import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

/** A button that opens a short list of actions. `trigger` is the button (a Button or an IconButton). */
export function Menu({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="menu-positioner" align="end" sideOffset={8}>
          <Base.Popup className="menu">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({ icon, onClick, children }: { icon?: ReactNode; onClick(): void; children: ReactNode }) {
  return (
    <Base.Item className="menu-item" onClick={onClick}>
      {icon}
      {children}
    </Base.Item>
  );
}

/** One of several, such as a theme. */
export function MenuChoices<T extends string>(props: {
  value: T;
  onChange(value: T): void;
  options: readonly { value: T; label: string; icon?: ReactNode }[];
}) {
  return (
    <Base.RadioGroup value={props.value} onValueChange={(value: T) => props.onChange(value)}>
      {props.options.map((option) => (
        <Base.RadioItem className="menu-item" key={option.value} value={option.value} closeOnClick>
          {option.icon}
          {option.label}
          <Base.RadioItemIndicator className="menu-check">
            <Check aria-hidden />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}
