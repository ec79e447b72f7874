import './skip-link.css';

/** The first thing that Tab reaches: past the header, to the content (`<main id="main" tabIndex={-1}>`). */
export function SkipLink({ children }: { children: string }) {
  return (
    <a className="skip-link" href="#main">
      {children}
    </a>
  );
}
