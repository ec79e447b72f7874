import { lazyOverlay } from '#ui/lazy-overlays.tsx';

/** Fetched at first opening. */
export const CallOffDialog = lazyOverlay(async () => (await import('./call-off-dialog.tsx')).CallOffDialog);
export const ProblemDialog = lazyOverlay(async () => (await import('./problem-dialog.tsx')).ProblemDialog);
