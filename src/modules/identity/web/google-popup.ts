const POPUP_WIDTH_PX = 500;
const POPUP_HEIGHT_PX = 640;
const CLOSED_CHECK_INTERVAL_MS = 500;
const SIGN_IN_TIMEOUT_MS = 5 * 60_000;

export type PopupOutcome = 'done' | 'failed' | 'cancelled';

/** The message of the identity provider's last page to the window that opened it. */
interface PopupMessage {
  type?: string;
  nonce?: string;
  error?: { code?: string };
}

/**
 * Signs in with Google in a popup. Afterwards this browser has the provider's session cookie. Must be called directly from a
 * click handler, or browsers block the popup.
 */
export function signInByPopup(): Promise<PopupOutcome> {
  const nonce = crypto.randomUUID();
  const query = new URLSearchParams({
    provider: 'google',
    popupOrigin: location.origin,
    popupNonce: nonce,
    callbackURL: '/',
  });
  const left = Math.max(0, screenX + (outerWidth - POPUP_WIDTH_PX) / 2);
  const top = Math.max(0, screenY + (outerHeight - POPUP_HEIGHT_PX) / 2);
  const features = `popup,width=${POPUP_WIDTH_PX},height=${POPUP_HEIGHT_PX},left=${left},top=${top}`;
  const popup = open(`/api/auth/oauth-popup/start?${query}`, 'google-sign-in', features);
  return popup ? outcomeOf(popup, nonce) : Promise.resolve(failed('the browser blocked the popup'));
}

/** The page shows a general message. The reason is in the console. */
function failed(reason: string): PopupOutcome {
  console.warn(`Google sign-in failed: ${reason}`);
  return 'failed';
}

function outcomeOf(popup: Window, nonce: string): Promise<PopupOutcome> {
  return new Promise((resolve) => {
    let seenClosed = 0;
    function settle(outcome: PopupOutcome) {
      removeEventListener('message', onMessage);
      clearInterval(closedCheck);
      clearTimeout(timeout);
      popup.close();
      resolve(outcome);
    }
    function onMessage({ origin, data: message }: MessageEvent<PopupMessage | null>) {
      if (origin !== location.origin || message?.type !== 'better-auth:oauth-popup' || message.nonce !== nonce) return;
      // The user cancelled on Google's page.
      if (message.error)
        settle(message.error.code === 'access_denied' ? 'cancelled' : failed(message.error.code ?? 'no reason given'));
      else settle('done');
    }
    addEventListener('message', onMessage);
    const closedCheck = setInterval(() => {
      // Its last message may arrive after the first check that finds it closed.
      if (popup.closed && ++seenClosed > 1) settle('cancelled');
    }, CLOSED_CHECK_INTERVAL_MS);
    const timeout = setTimeout(() => settle(failed('timeout')), SIGN_IN_TIMEOUT_MS);
  });
}
