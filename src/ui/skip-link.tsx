import './skip-link.css';

/** The first element that Tab reaches. Skips the header (`<main id="main" tabIndex={-1}>`). */
export function SkipLink({ children }: { children: string }) {
  return (
    <a className="skip-link" href="#main">
      {children}
    </a>
  );
}
