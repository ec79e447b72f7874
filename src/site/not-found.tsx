import { data } from 'react-router';
import type { Route } from './+types/not-found.ts';
import { ErrorPage, NotFoundScreen } from './shell/error-page.tsx';

/** The route of every unknown path. */
export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return <NotFoundScreen />;
}

/** This route is outside the layout, so it needs an own boundary. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
