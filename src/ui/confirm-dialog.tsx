import './dialog.css';
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, type RefObject, useRef } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import { useOverlay } from './use-overlay.ts';

/** Asks for confirmation of an action that cannot be undone. The safe answer has the focus. */
export function ConfirmDialog(props: {
  open: boolean;
  onClose(): void;
  onConfirm(): void;
  title: ReactNode;
  /** The consequence of the action. */
  effect?: ReactNode;
  keepLabel: string;
  confirmLabel: string;
  confirmLook?: ButtonLook;
  /** The question came up on the way to another page: Back asks it again. */
  isAboutLeaving?: boolean;
  pending?: boolean;
  pendingLabel?: string;
  /** Receives the focus when the opener is gone. */
  finalFocus?: RefObject<HTMLElement | null>;
}) {
  const keep = useRef<HTMLButtonElement>(null);
  useOverlay(props.open, props.isAboutLeaving ? undefined : () => props.pending || props.onClose());
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(next) => !next && !props.pending && props.onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="overlay" forceRender />
        <AlertDialog.Viewport className="dialog-viewport">
          <AlertDialog.Popup className="dialog dialog-sm" initialFocus={keep} finalFocus={props.finalFocus}>
            <div className="dialog-body">
              <AlertDialog.Title className="dialog-title dialog-question">{props.title}</AlertDialog.Title>
              {props.effect && (
                <AlertDialog.Description className="dialog-description">{props.effect}</AlertDialog.Description>
              )}
              <div className="dialog-answers">
                <Button look="ghost" ref={keep} onClick={props.onClose}>
                  {props.keepLabel}
                </Button>
                <Button
                  look={props.confirmLook ?? 'danger'}
                  pending={props.pending}
                  pendingLabel={props.pendingLabel}
                  onClick={props.onConfirm}
                >
                  {props.confirmLabel}
                </Button>
              </div>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
