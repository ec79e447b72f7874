import './folded-text.css';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

/** Shows two lines of a text, and a button to unfold a longer one. */
export function FoldedText({ children, more, less }: { children: ReactNode; more: string; less: string }) {
  const id = useId();
  const text = useRef<HTMLParagraphElement>(null);
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);
  useEffect(() => {
    const element = text.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return (
    <div className="folded-text">
      <p ref={text} id={id} data-open={open || undefined}>
        {children}
      </p>
      {(cut || open) && (
        <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? less : more}
        </button>
      )}
    </div>
  );
}
