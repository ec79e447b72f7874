import { useState } from 'react';
import { useLocation } from 'react-router';

/** State of a panel that every navigation closes, including Back and Forward. */
export function useOpenHere(): [open: boolean, setOpen: (open: boolean) => void] {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  if (openAt !== null && openAt !== key) setOpenAt(null);
  return [openAt === key, (open) => setOpenAt(open ? key : null)];
}
