import { data } from 'react-router';
import { NotFoundScreen } from './not-found-screen.tsx';

/** Every address that nothing else answers. */
export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return <NotFoundScreen />;
}
