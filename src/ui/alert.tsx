import './alert.css';
import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

const ICONS = { error: TriangleAlert, warning: TriangleAlert, success: CircleCheck, info: Info };

/** A panel with a message. Errors are announced at once (`role=alert`). `focusable` lets a failed submit focus it. */
export function Alert(props: {
  tone: 'error' | 'success' | 'info' | 'warning';
  title?: string;
  children?: ReactNode;
  focusable?: boolean;
  /** False for a message that is on the page from the start. */
  announce?: boolean;
  ref?: Ref<HTMLDivElement>;
}) {
  const { tone, title, children, focusable, announce = true } = props;
  const Icon = ICONS[tone];
  const role = announce ? (tone === 'error' ? 'alert' : 'status') : undefined;
  return (
    <div ref={props.ref} className={`alert alert-${tone}`} role={role} tabIndex={focusable ? -1 : undefined}>
      <Icon className="icon" aria-hidden />
      <div>
        {title && <b>{title}</b>}
        {children}
      </div>
    </div>
  );
}
