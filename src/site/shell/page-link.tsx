import { Link, type LinkProps, useLocation, useResolvedPath } from 'react-router';

/** A link that says when its page is shown or, without `end`, a page below it. React Router's `NavLink` is larger. */
export function PageLink({ end, ...props }: LinkProps & { end?: boolean }) {
  const to = comparable(useResolvedPath(props.to).pathname);
  const here = comparable(useLocation().pathname);
  const isShown = here === to || (!end && here.startsWith(`${to}/`));
  return <Link {...props} aria-current={isShown ? 'page' : props['aria-current']} />;
}

const comparable = (path: string) => path.toLowerCase().replace(/\/$/, '');
