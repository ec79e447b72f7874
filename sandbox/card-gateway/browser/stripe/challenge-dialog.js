import { callGateway, listenTo, makeFrame } from './wire.js';

const WORDS = {
  en: { title: 'Card authentication', close: 'Cancel' },
  bn: { title: 'কার্ড যাচাই', close: 'বাতিল' },
};

/** Opens the bank's page of a 3-D Secure step in a dialog, and closes it when the person is done there. */
export async function passChallenge(challenge, locale) {
  const address = `challenge/${encodeURIComponent(challenge)}`;
  const language = String(locale).startsWith('bn') ? 'bn' : 'en';
  const cancelled = await new Promise((resolve) => {
    const words = WORDS[language];
    const dialog = document.createElement('dialog');
    const frame = makeFrame(`${address}?locale=${language}`, words.title);
    const close = document.createElement('button');
    dialog.setAttribute('aria-label', words.title);
    dialog.style.cssText =
      'width: min(440px, 100vw - 32px); max-width: none; padding: 0; border: 0; border-radius: 8px; background: #fff; box-shadow: 0 10px 40px rgb(0 0 0 / 0.3), 0 0 0 100vmax rgb(0 0 0 / 0.35);';
    frame.style.height = '260px';
    close.type = 'button';
    close.textContent = words.close;
    close.style.cssText =
      'display: block; min-height: 44px; margin: 0 20px 16px; padding: 0 12px; border: 1px solid #6b7280; border-radius: 6px; background: #fff; color: #1f2937; font: 400 16px system-ui, sans-serif; cursor: pointer;';
    const stopListening = listenTo(frame, (message) => {
      if (message?.type === 'challenge-done') end(false);
      if (message?.type !== 'challenge-height') return;
      frame.style.height = `${Number(message.height)}px`;
      show();
    });
    /** Not before it has its size: a button that moves away under the finger is pressed in vain. */
    function show() {
      if (dialog.style.opacity === '') return;
      dialog.style.opacity = '';
      dialog.style.pointerEvents = '';
      frame.focus();
    }
    function end(gaveUp) {
      stopListening();
      dialog.close();
      dialog.remove();
      resolve(gaveUp);
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
    // A page that cannot tell its size is shown all the same.
    frame.addEventListener('load', () => setTimeout(show, 3000), { once: true });
  });
  return cancelled ? await callGateway('POST', address, { outcome: 'fail' }) : {};
}
