import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { type Quest, readQuest, writeQuest } from './quest.ts';

/**
 * What the address asks for, and a way to ask for something else. A change shows at once, before its list is here, and
 * the next one builds on it; each is a step in the history.
 */
export function useQuest(category?: string): {
  quest: Quest;
  /** What the list on the screen is about. */
  listed: Quest;
  change(next: Quest): void;
} {
  const { key, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<{ at: string; quest: Quest }>();
  const listed = useMemo(() => readQuest(new URLSearchParams(search), category), [search, category]);
  // Whatever came of it; Back may lead to the place where it was wanted.
  if (wanted && wanted.at !== key) setWanted(undefined);
  const quest = wanted?.at === key ? wanted.quest : listed;
  const inCategory = category !== undefined;

  function change(next: Quest) {
    const address = writeQuest(next, inCategory);
    if (address === writeQuest(quest, inCategory)) return;
    setWanted({ at: key, quest: next });
    navigate({ pathname, search: address }, { preventScrollReset: true });
  }
  return { quest, listed, change };
}

/** After a change of the filters the eye begins at the first result; Back goes to the place where one was. */
export function useResultsInSight(quest: Quest, results: RefObject<HTMLElement | null>): void {
  const address = writeQuest(quest, false);
  const type = useNavigationType();
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    const list = results.current;
    if (type === 'PUSH' && list && list.getBoundingClientRect().top < 0) list.scrollIntoView();
  }, [address, type, results]);
}
