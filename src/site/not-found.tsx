import { data } from 'react-router';
import type { Route } from './+types/not-found.ts';
import { ErrorPage } from './error-page.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';

/** Every address that nothing else answers. */
export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return <NotFoundScreen />;
}

/** It stands outside the layout, which tells what other pages fail with. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
