import './empty-state.css';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from './button.tsx';

interface EmptyStateProps {
  title: string;
  /** A drawing without a meaning of its own, such as `/art/cut-teddy.svg`. */
  picture: string;
  children?: ReactNode;
  /** One thing to do next. */
  action?: ReactNode;
  /** The level of the heading below the page's own; 2 unless it is the page itself. */
  level?: 1 | 2;
}

/** A place with nothing in it: what it is for, and one thing to do. */
export function EmptyState({ title, picture, children, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="empty">
      <img src={picture} alt="" width={150} height={150} />
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

/** Something that could not be had, and a way to try again. */
export function ErrorState(props: {
  title: string;
  children: ReactNode;
  retryLabel: string;
  /** For a page's own error; announced when it takes the place of something else. */
  level?: 1 | 2;
}) {
  const { revalidate, state } = useRevalidator();
  return (
    <div role="alert">
      <EmptyState
        level={props.level}
        title={props.title}
        picture="/art/cut-blocks.svg"
        action={
          <Button
            icon={<RefreshCw className="icon" aria-hidden />}
            pending={state !== 'idle'}
            onClick={() => revalidate()}
          >
            {props.retryLabel}
          </Button>
        }
      >
        {props.children}
      </EmptyState>
    </div>
  );
}
