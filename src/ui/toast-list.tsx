import './toast.css';
import { Toast } from '@base-ui/react/toast';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';

export interface ToastAction {
  label: string;
  /** The URL of a link. */
  to?: string;
  /** Called by a button, such as Undo. */
  onClick?: () => void;
}

export interface ToastMessage {
  type: 'success' | 'error';
  text: string;
  action?: ToastAction | undefined;
}

/** Shows toasts; available once the live region is on the page. */
export interface ToastPresenter {
  show(message: ToastMessage): void;
  clearSuccessToasts(): void;
}

interface ToastData {
  action?: ToastAction;
}

const manager = Toast.createToastManager<ToastData>();
/** The library marks each toast as a dialog. Ours are messages. */
const NOT_MODAL = { 'aria-modal': undefined };

const TOAST_MS = 6000;
const LONG_TOAST_MS = 10_000;

const ICONS = { success: CircleCheck, error: TriangleAlert };

const successIds = new Set<string>();

function show({ type, text, action }: ToastMessage): void {
  // Errors stay until they are closed. A toast with an action stays longer than others.
  const timeout = type === 'error' ? 0 : action ? LONG_TOAST_MS : TOAST_MS;
  const id: string = manager.add({
    type,
    title: text,
    timeout,
    data: action ? { action } : {},
    onRemove: () => void successIds.delete(id),
  });
  if (type === 'success') successIds.add(id);
}

function clearSuccessToasts(): void {
  for (const id of successIds) manager.close(id);
}

/** The live region of the toasts. Calls `onReady` with the presenter when it mounts, undefined when it unmounts. */
export function ToastList(props: {
  closeLabel: string;
  label: string;
  onReady(presenter: ToastPresenter | undefined): void;
}) {
  const { closeLabel, label, onReady } = props;
  useEffect(() => {
    const frame = requestAnimationFrame(() => onReady({ show, clearSuccessToasts }));
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
    const type = item.type as ToastMessage['type'];
    const Icon = ICONS[type];
    const action = item.data?.action;
    return (
      <Toast.Root
        key={item.id}
        toast={item}
        className={`toast toast-${type}`}
        role={type === 'error' ? 'alert' : 'status'}
        {...NOT_MODAL}
        swipeDirection={['up', 'down', 'left', 'right']}
      >
        <Icon className="icon" aria-hidden />
        <Toast.Title className="toast-text" render={<p />} />
        <span className="toast-buttons">
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
          {/* Base UI hides it from screen readers until the toast has the focus. Ours is always reachable. */}
          <Toast.Close className="toast-close" aria-label={closeLabel} aria-hidden={false}>
            <X aria-hidden />
          </Toast.Close>
        </span>
      </Toast.Root>
    );
  });
}
