const WIDTH = 500;
const HEIGHT = 640;
/** How often to look whether the popup is still there, in milliseconds. */
const LOOK = 500;
const LONGEST = 5 * 60_000;

export type PopupOutcome = 'done' | 'failed' | 'cancelled';

/** What the identity provider's last page says to the window that opened it. */
interface Told {
  type?: string;
  nonce?: string;
  error?: { code?: string };
}

/**
 * Signs in with Google in a popup. Afterwards this browser has the provider's session cookie. It must be called at
 * once when somebody presses a button, or browsers block the popup.
 */
export function signInByPopup(): Promise<PopupOutcome> {
  const nonce = crypto.randomUUID();
  const query = new URLSearchParams({
    provider: 'google',
    popupOrigin: location.origin,
    popupNonce: nonce,
    callbackURL: '/',
  });
  const left = Math.max(0, screenX + (outerWidth - WIDTH) / 2);
  const top = Math.max(0, screenY + (outerHeight - HEIGHT) / 2);
  const features = `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
  const popup = open(`/api/auth/oauth-popup/start?${query}`, 'google-sign-in', features);
  return popup ? outcomeOf(popup, nonce) : Promise.resolve(failed('the browser opened no window'));
}

/** Whoever looks into the console learns why; the person is told that it did not work. */
function failed(reason: string): PopupOutcome {
  console.warn(`Google sign-in failed: ${reason}`);
  return 'failed';
}

function outcomeOf(popup: Window, nonce: string): Promise<PopupOutcome> {
  return new Promise((resolve) => {
    let seenClosed = 0;
    function settle(outcome: PopupOutcome) {
      removeEventListener('message', heard);
      clearInterval(looking);
      clearTimeout(waiting);
      popup.close();
      resolve(outcome);
    }
    function heard(event: MessageEvent<Told | null>) {
      const told = event.data;
      if (event.origin !== location.origin || told?.type !== 'better-auth:oauth-popup' || told.nonce !== nonce) return;
      // Whoever went back at Google's has not failed.
      if (told.error)
        settle(told.error.code === 'access_denied' ? 'cancelled' : failed(told.error.code ?? 'no reason given'));
      else settle('done');
    }
    addEventListener('message', heard);
    const looking = setInterval(() => {
      // Its last message may still be on its way when it is seen closed for the first time.
      if (popup.closed && ++seenClosed > 1) settle('cancelled');
    }, LOOK);
    const waiting = setTimeout(() => settle(failed('it took too long')), LONGEST);
  });
}
