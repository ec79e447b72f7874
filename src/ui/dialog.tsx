import './dialog.css';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { useOverlay } from './use-overlay.ts';

/**
 * A dialog; a bottom sheet on phones. With `discard`, typed input is protected: a press outside is ignored, and Escape,
 * × and Back ask for confirmation.
 */
export function Dialog(props: {
  open: boolean;
  onClose(): void;
  title: ReactNode;
  /** One line under the title. `srDescription` is for screen readers only. */
  description?: ReactNode;
  srDescription?: string;
  closeLabel: string;
  discard?: { question: string; keep: string; discard: string };
  /** Called when the user confirms that the input may be discarded. */
  onDiscard?(): void;
  /** The dialog has its own URL, opened from this page or directly. Its opener keeps the input. */
  addressed?: 'from-here' | 'directly';
  /** Its opener keeps the input, so that Back closes it without a question. */
  kept?: boolean;
  /** A coloured pane at the left; a slim strip above on phones. */
  side?: ReactNode;
  size?: 'sm' | 'md';
  finalFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  const { open, onClose, title, description, srDescription, closeLabel, discard, addressed, side, size = 'md' } = props;
  const { children } = props;
  const [typed, setTyped] = useState(false);
  const [asking, setAsking] = useState(false);
  const guarded = Boolean(discard) && typed;
  const kept = props.kept || addressed;
  useOverlay(
    open,
    addressed === 'directly' ? undefined : () => (guarded && !kept ? ask() : close()),
    Boolean(addressed),
  );

  function ask() {
    setAsking(true);
    return true;
  }
  function close() {
    setTyped(false);
    setAsking(false);
    onClose();
  }
  function discardTyped() {
    props.onDiscard?.();
    close();
  }
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={guarded}
      onOpenChange={(next, details) => {
        if (next) return;
        if (!guarded) return close();
        details.cancel();
        ask();
      }}
      onOpenChangeComplete={(isOpen) => !isOpen && setTyped(false)}
    >
      <Base.Portal>
        <Base.Backdrop className="overlay" />
        <Base.Viewport className="dialog-viewport">
          <Base.Popup
            className={`dialog dialog-${side ? 'split' : size}`}
            finalFocus={props.finalFocus}
            onInput={() => setTyped(true)}
          >
            {side && <div className="dialog-side">{side}</div>}
            <div className="dialog-body">
              <Base.Title className="dialog-title">{title}</Base.Title>
              {description && <Base.Description className="dialog-description">{description}</Base.Description>}
              {srDescription && <Base.Description className="sr">{srDescription}</Base.Description>}
              {children}
            </div>
            <Base.Close
              render={<IconButton look="sunken" className="dialog-close" label={closeLabel} icon={<X aria-hidden />} />}
            />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
      {discard && (
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={discardTyped}
          title={discard.question}
          keepLabel={discard.keep}
          confirmLabel={discard.discard}
        />
      )}
    </Base.Root>
  );
}
