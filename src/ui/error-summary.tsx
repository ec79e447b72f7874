import './alert.css';
import { TriangleAlert } from 'lucide-react';
import { type MouseEvent, useEffect, useEffectEvent, useId, useRef } from 'react';

export interface FormFault {
  /** The id of the control at fault. */
  id: string;
  message: string;
}

/**
 * Leads from a failed form to its faults, in the words that stand at the fields. With two or more it takes the focus;
 * with one, that field does. `attempt` counts up with every failed submit.
 */
export function ErrorSummary({ title, faults, attempt }: { title: string; faults: FormFault[]; attempt: number }) {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  const takeFocus = useEffectEvent(() => {
    const [first, second] = faults;
    if (second) panel.current?.focus();
    else if (first) document.getElementById(first.id)?.focus();
  });
  useEffect(() => {
    if (attempt > 0) takeFocus();
  }, [attempt]);
  if (faults.length < 2) return null;
  function lead(event: MouseEvent, id: string) {
    event.preventDefault();
    document.getElementById(id)?.focus();
  }
  return (
    <section ref={panel} className="alert alert-error" aria-labelledby={titleId} tabIndex={-1}>
      <TriangleAlert className="icon" aria-hidden />
      <div>
        <b id={titleId}>{title}</b>
        <ul>
          {faults.map((fault) => (
            <li key={fault.id}>
              <a href={`#${fault.id}`} onClick={(event) => lead(event, fault.id)}>
                {fault.message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
