import { onceOpen } from './once-open.tsx';

/** confirm-dialog.tsx and drawer.tsx for pages that are read before something opens over them. */
export const ConfirmDialog = onceOpen(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);
export const Drawer = onceOpen(async () => (await import('./drawer.tsx')).Drawer);
