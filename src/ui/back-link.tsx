import './back-link.css';
import { ChevronLeft } from 'lucide-react';
import { Link } from 'react-router';

/** Leads from a page to the list, or the page, above it. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className="back-link" to={to}>
      <ChevronLeft className="icon" aria-hidden />
      {children}
    </Link>
  );
}
