import { callGateway, createFrame, onFrameMessage } from './transport.js';

const TEXTS = {
  en: { title: 'Card authentication', close: 'Cancel' },
  bn: { title: 'কার্ড যাচাই', close: 'বাতিল' },
};
const SHOW_TIMEOUT_MS = 3000;

/** Shows the bank's page of a 3-D Secure step in a dialog until the step ends. Returns `{ error }` for a failed call. */
export async function completeChallenge(challenge, locale) {
  const address = `challenge/${encodeURIComponent(challenge)}`;
  const language = String(locale).startsWith('bn') ? 'bn' : 'en';
  const isCancelled = await new Promise((resolve) => {
    const texts = TEXTS[language];
    const dialog = document.createElement('dialog');
    const frame = createFrame(`${address}?locale=${language}`, texts.title);
    const close = document.createElement('button');
    dialog.setAttribute('aria-label', texts.title);
    dialog.style.cssText =
      'width: min(440px, 100vw - 32px); max-width: none; padding: 0; border: 0; border-radius: 8px; background: #fff; box-shadow: 0 10px 40px rgb(0 0 0 / 0.3), 0 0 0 100vmax rgb(0 0 0 / 0.35);';
    frame.style.height = '260px';
    close.type = 'button';
    close.textContent = texts.close;
    close.style.cssText =
      'display: block; min-height: 44px; margin: 0 20px 16px; padding: 0 12px; border: 1px solid #6b7280; border-radius: 6px; background: #fff; color: #1f2937; font: 400 16px system-ui, sans-serif; cursor: pointer;';
    const stopListening = onFrameMessage(frame, (message) => {
      if (message?.type === 'challenge-done') end(false);
      if (message?.type !== 'challenge-height') return;
      frame.style.height = `${Number(message.height)}px`;
      show();
    });
    /** Shows the dialog when its height is known: a button that moves while it is pressed misses the click. */
    function show() {
      if (dialog.style.opacity === '') return;
      dialog.style.opacity = '';
      dialog.style.pointerEvents = '';
      frame.focus();
    }
    function end(cancelled) {
      stopListening();
      dialog.close();
      dialog.remove();
      resolve(cancelled);
    }
    close.addEventListener('click', () => end(true));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      end(true);
    });
    dialog.append(frame, close);
    document.body.append(dialog);
    dialog.style.opacity = '0';
    dialog.style.pointerEvents = 'none';
    dialog.showModal();
    // A page that reports no height is shown all the same.
    frame.addEventListener('load', () => setTimeout(show, SHOW_TIMEOUT_MS), { once: true });
  });
  return isCancelled ? await callGateway('POST', address, { outcome: 'fail' }) : {};
}
