import './toast.css';
import { Toast } from '@base-ui/react/toast';
import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { Said, Teller, ToastAction } from './toast.tsx';

interface ToastData {
  action?: ToastAction;
}

const manager = Toast.createToastManager<ToastData>();
/** The library calls each toast a dialog; ours are messages. */
const NO_DIALOG = { 'aria-modal': undefined };

const SIGNS = { success: CircleCheck, info: Info, error: TriangleAlert };

/** The good news on show. */
const goodNews = new Set<string>();

function tell({ type, text, action }: Said): void {
  // Errors wait to be read; the rest leaves by itself, later if it offers something.
  const timeout = type === 'error' ? 0 : action ? 10_000 : 6_000;
  const id: string = manager.add({
    type,
    title: text,
    timeout,
    data: action ? { action } : {},
    onRemove: () => void goodNews.delete(id),
  });
  if (type === 'success') goodNews.add(id);
}

function clearGoodNews(): void {
  for (const id of goodNews) manager.close(id);
}

/** The region of the toasts. `onReady` is called when it stands on the page, and with nothing when it goes. */
export function ToastList(props: { closeLabel: string; label: string; onReady(teller: Teller | undefined): void }) {
  const { closeLabel, label, onReady } = props;
  useEffect(() => {
    const frame = requestAnimationFrame(() => onReady({ tell, clearGoodNews }));
    return () => {
      cancelAnimationFrame(frame);
      onReady(undefined);
    };
  }, [onReady]);
  return (
    <Toast.Provider toastManager={manager} limit={1}>
      <Toast.Portal>
        <Toast.Viewport className="toaster" aria-label={label}>
          <Toasts closeLabel={closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts({ closeLabel }: { closeLabel: string }) {
  const { toasts, close } = Toast.useToastManager<ToastData>();
  return toasts.map((item) => {
    const type = (item.type ?? 'info') as Said['type'];
    const Sign = SIGNS[type];
    const action = item.data?.action;
    return (
      <Toast.Root
        key={item.id}
        toast={item}
        className={`toast toast-${type}`}
        role={type === 'error' ? 'alert' : 'status'}
        {...NO_DIALOG}
        swipeDirection={['up', 'down', 'left', 'right']}
      >
        <Sign className="icon" aria-hidden />
        <Toast.Title className="toast-text" render={<p />} />
        {action?.to && (
          <Link className="toast-action" to={action.to} onClick={() => close(item.id)}>
            {action.label}
          </Link>
        )}
        {action?.onClick && (
          <button
            type="button"
            className="toast-action"
            onClick={() => {
              close(item.id);
              action.onClick?.();
            }}
          >
            {action.label}
          </button>
        )}
        {/* Base UI hides it from screen readers until the toast has the focus; ours can always be reached. */}
        <Toast.Close className="toast-close" aria-label={closeLabel} aria-hidden={false}>
          <X aria-hidden />
        </Toast.Close>
      </Toast.Root>
    );
  });
}
