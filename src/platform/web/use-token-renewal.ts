import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import { askedFor } from './offline-cache.ts';
import { accessToken, useSession } from './session.ts';
import { freshFor, onTokenElsewhere } from './token.ts';

/**
 * Keeps page and access token at what the server says of the session: fetches a token where there is none, keeps it
 * fresh, and follows what other tabs do. Where nobody is signed in the root's loader has dropped it.
 */
export function useTokenRenewal(): void {
  const { user } = useSession();
  const revalidator = useRevalidator();
  const userId = user?.id;
  const revalidate = useEffectEvent(() => {
    askedFor();
    return revalidator.revalidate();
  });

  useEffect(() => {
    if (!userId) return;
    let timer: ReturnType<typeof setTimeout>;
    let left = false;
    const keep = async () => {
      const token = await accessToken().catch(() => undefined);
      if (left) return;
      // The session ended, in another browser perhaps: the header must not go on saying that somebody is signed in.
      if (token === null) revalidate();
      // Without one (the network is away, say) look again in a minute.
      timer = setTimeout(keep, token ? Math.max(freshFor(token), 1000) : 60_000);
    };
    keep();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [userId]);

  useEffect(() => onTokenElsewhere(() => void revalidate()), []);

  // A page that Back brings out of the browser's memory is as old as when it was left.
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && void revalidate();
    addEventListener('pageshow', shown);
    return () => removeEventListener('pageshow', shown);
  }, []);
}
