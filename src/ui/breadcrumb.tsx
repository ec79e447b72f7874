import './breadcrumb.css';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';

/** The path to a page. The last part is the page itself. */
export function Breadcrumb({ label, parts }: { label: string; parts: readonly { label: string; to?: string }[] }) {
  return (
    <nav className="breadcrumb" aria-label={label}>
      <ol>
        {parts.map((part, index) => (
          <li key={part.label}>
            {index > 0 && <ChevronRight aria-hidden />}
            {part.to ? <Link to={part.to}>{part.label}</Link> : <span aria-current="page">{part.label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
