import './toast.css';
import { Toast } from '@base-ui/react/toast';
import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { Link } from 'react-router';

export interface ToastAction {
  label: string;
  /** Somewhere to go … */
  to?: string;
  /** … or something to do, such as undoing. */
  onClick?: () => void;
}

interface ToastData {
  action?: ToastAction;
}

const manager = Toast.createToastManager<ToastData>();
/** The library calls each toast a dialog; ours are messages. */
const NO_DIALOG = { 'aria-modal': undefined };

const SIGNS = { success: CircleCheck, info: Info, error: TriangleAlert };

/** The good news on show. */
const goodNews = new Set<string>();

function show(type: keyof typeof SIGNS, text: string, action?: ToastAction): void {
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

/** For what succeeded, or failed with nothing on screen to stand at. Never for a field. */
export const toast = {
  success: (text: string, action?: ToastAction) => show('success', text, action),
  info: (text: string, action?: ToastAction) => show('info', text, action),
  error: (text: string, action?: ToastAction) => show('error', text, action),
};

/** Takes good news off the screen, so that it does not lie over a dialog that opens. */
export function clearGoodNews(): void {
  for (const id of goodNews) manager.close(id);
}

/** The place where toasts appear; once, at the root. F6 leads there. */
export function Toaster({ closeLabel, label }: { closeLabel: string; label: string }) {
  return (
    <Toast.Provider toastManager={manager} limit={1}>
      <Toast.Portal>
        <Toast.Viewport className="toaster" aria-label={label}>
          <ToastList closeLabel={closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList({ closeLabel }: { closeLabel: string }) {
  const { toasts, close } = Toast.useToastManager<ToastData>();
  return toasts.map((item) => {
    const type = (item.type ?? 'info') as keyof typeof SIGNS;
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
