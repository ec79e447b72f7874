import { type ComponentType, useEffect, useState } from 'react';

export interface ToastAction {
  label: string;
  /** Somewhere to go … */
  to?: string;
  /** … or something to do, such as undoing. */
  onClick?: () => void;
}

/** What a toast says. */
export interface Said {
  type: 'success' | 'info' | 'error';
  text: string;
  action?: ToastAction | undefined;
}

/** Shows toasts once it is loaded and its region stands on the page. */
export interface Teller {
  tell(said: Said): void;
  clearGoodNews(): void;
}

interface ToasterProps {
  closeLabel: string;
  label: string;
}

let teller: Teller | undefined;
/** What was said before there was anybody to tell it. */
let waiting: Said[] = [];
let fetchTeller: () => void = () => undefined;

function show(said: Said): void {
  if (teller) teller.tell(said);
  else if (waiting.push(said)) fetchTeller();
}

/** For what succeeded, or failed with nothing on screen to stand at. Never for a field. */
export const toast = {
  success: (text: string, action?: ToastAction) => show({ type: 'success', text, action }),
  info: (text: string, action?: ToastAction) => show({ type: 'info', text, action }),
  error: (text: string, action?: ToastAction) => show({ type: 'error', text, action }),
};

/** Takes good news off the screen, so that it does not lie over a dialog that opens. */
export function clearGoodNews(): void {
  waiting = waiting.filter(({ type }) => type !== 'success');
  teller?.clearGoodNews();
}

/** Readers hear what comes into a region that was there before it: so the region comes first, then what waited. */
function begin(one: Teller | undefined): void {
  teller = one;
  if (one) for (const said of waiting.splice(0)) one.tell(said);
}

/**
 * The place where toasts appear; once, at the root. F6 leads there. It is fetched when somebody first does something on
 * the page, as nothing is said before; while the network is away, what is said waits for it.
 */
export function Toaster(props: ToasterProps) {
  const [List, setList] = useState<ComponentType<ToasterProps & { onReady(teller: Teller | undefined): void }>>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    fetchTeller = () => {
      import('./toast-list.tsx').then(
        ({ ToastList }) => signal.aborted || setList(() => ToastList),
        (error: unknown) => console.error(error),
      );
    };
    const onDeed = () => fetchTeller();
    for (const deed of ['pointerdown', 'keydown'])
      addEventListener(deed, onDeed, { once: true, capture: true, passive: true, signal });
    addEventListener('online', () => waiting.length > 0 && fetchTeller(), { signal });
    if (waiting.length > 0) fetchTeller();
    return () => controller.abort();
  }, []);
  return List ? <List {...props} onReady={begin} /> : null;
}
