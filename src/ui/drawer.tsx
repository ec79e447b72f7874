import './dialog.css';
import './drawer.css';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { useOverlay } from './use-overlay.ts';

/** A panel that slides in from a side: the dashboard's menu at the left, filters at the right. */
export function Drawer(props: {
  open: boolean;
  onClose(): void;
  title: string;
  /** The title is for screen readers only. */
  titleHidden?: boolean;
  closeLabel: string;
  side?: 'left' | 'right';
  /** Fills the screen on phones. */
  full?: boolean;
  children: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
}) {
  const { open, onClose, title, titleHidden, closeLabel, side = 'left', full, children, footer } = props;
  useOverlay(open, onClose);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="overlay overlay-drawer" />
        <Base.Popup className={`drawer drawer-${side} ${full ? 'drawer-full' : ''}`}>
          <div className="drawer-head">
            <Base.Title className={titleHidden ? 'sr' : 'drawer-title'}>{title}</Base.Title>
            <Base.Close
              render={<IconButton look="plain" className="drawer-close" label={closeLabel} icon={<X aria-hidden />} />}
            />
          </div>
          <div className="drawer-body">{children}</div>
          {footer && <div className="drawer-foot">{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
