import { type ComponentType, useEffect, useState } from 'react';
import { firstInteraction } from './after-paint.ts';
import type { ToastAction, ToastMessage, ToastPresenter } from './toast-list.tsx';

interface ToasterProps {
  closeLabel: string;
  label: string;
}

let presenter: ToastPresenter | undefined;
/** Toasts from before the presenter is available. */
let queue: ToastMessage[] = [];
let loadPresenter: () => void = () => undefined;

function show(message: ToastMessage): void {
  if (presenter) presenter.show(message);
  else if (queue.push(message)) loadPresenter();
}

/** Shows toasts: for successes, and for failures without a place on the page. Never for a field's error. */
export const toast = {
  success: (text: string, action?: ToastAction) => show({ type: 'success', text, action }),
  error: (text: string, action?: ToastAction) => show({ type: 'error', text, action }),
};

/** Removes success toasts, so that they do not cover what opens: a dialog, or the page of a link. */
export function clearSuccessToasts(): void {
  queue = queue.filter(({ type }) => type !== 'success');
  presenter?.clearSuccessToasts();
}

/** Screen readers announce changes of an existing region only. So the region comes first, then the queue. */
function setPresenter(next: ToastPresenter | undefined): void {
  presenter = next;
  if (next) for (const message of queue.splice(0)) next.show(message);
}

/**
 * The place where toasts appear, once in the root. F6 moves the focus to it. It loads at the first interaction, as no
 * toast comes earlier. Without a network, toasts wait for it.
 */
export function Toaster(props: ToasterProps) {
  const [List, setList] =
    useState<ComponentType<ToasterProps & { onReady(presenter: ToastPresenter | undefined): void }>>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    loadPresenter = () => {
      import('./toast-list.tsx').then(({ ToastList }) => signal.aborted || setList(() => ToastList), console.error);
    };
    void firstInteraction().then(() => loadPresenter());
    addEventListener('click', ({ target }) => (target as Element).closest('a[href]') && clearSuccessToasts(), {
      capture: true,
      signal,
    });
    addEventListener('online', () => queue.length > 0 && loadPresenter(), { signal });
    if (queue.length > 0) loadPresenter();
    return () => controller.abort();
  }, []);
  return List ? <List {...props} onReady={setPresenter} /> : null;
}
