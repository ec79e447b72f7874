import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import { endBackground } from './offline-cache.ts';
import { accessToken, useSession } from './session.ts';
import { msUntilRenewal, onTokenChange } from './token.ts';

const RENEWAL_MIN_DELAY_MS = 1000;
/** Without a token, for example while offline. */
const RETRY_DELAY_MS = 60_000;

/** Keeps the access token of a signed-in user: fetches it, renews it, and follows other tabs. */
export function useTokenRenewal(): void {
  const { user } = useSession();
  const revalidator = useRevalidator();
  const userId = user?.id;
  const revalidate = useEffectEvent(() => {
    endBackground();
    return revalidator.revalidate();
  });

  useEffect(() => {
    if (!userId) return;
    let timer: ReturnType<typeof setTimeout>;
    let isUnmounted = false;
    const keep = async () => {
      const token = await accessToken().catch(() => undefined);
      if (isUnmounted) return;
      // The session ended elsewhere: the header must show it.
      if (token === null) revalidate();
      timer = setTimeout(keep, token ? Math.max(msUntilRenewal(token), RENEWAL_MIN_DELAY_MS) : RETRY_DELAY_MS);
    };
    keep();
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [userId]);

  useEffect(() => onTokenChange(() => void revalidate()), []);

  // The Back button may restore a page as it was when it was left (back/forward cache).
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => event.persisted && void revalidate();
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);
}
