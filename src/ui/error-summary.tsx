import './alert.css';
import { TriangleAlert } from 'lucide-react';
import { type MouseEvent, useEffect, useEffectEvent, useId, useRef } from 'react';

export interface FormFault {
  /** The id of the invalid control. */
  id: string;
  message: string;
}

/**
 * Links a failed form to its invalid fields, with the same texts. With two or more errors it takes the focus; with one,
 * the field does. `attempt` increases with each failed submit.
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
