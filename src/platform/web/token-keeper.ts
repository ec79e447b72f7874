import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { accessToken, useSession } from './session.ts';
import { forgetToken, freshFor, onTokenElsewhere } from './token.ts';

/** Keeps the access token fresh while a page is open, drops it when signed out, and follows what other tabs do. */
export function useTokenKeeper(): void {
  const { user } = useSession();
  const { revalidate } = useRevalidator();
  const userId = user?.id;

  useEffect(() => {
    if (!userId) {
      forgetToken();
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    const keep = async () => {
      const token = await accessToken().catch(() => null);
      // Without one (offline, or the session ended) the next call says so; look again in a minute.
      timer = setTimeout(keep, token ? Math.max(freshFor(token), 1000) : 60_000);
    };
    keep();
    return () => clearTimeout(timer);
  }, [userId]);

  useEffect(() => onTokenElsewhere(() => void revalidate()), [revalidate]);
}
