import { data } from 'react-router';
import { NotFoundPanel } from './shell/not-found-panel.tsx';

/** The route of every unknown path. */
export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return <NotFoundPanel />;
}
