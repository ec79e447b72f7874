import './empty-state.css';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from './button.tsx';

interface EmptyStateProps {
  title: string;
  /** A decorative drawing, such as `/art/cut-teddy.svg`. */
  picture: string;
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
  /** The level of the heading: 1 when the state is the whole page. */
  level?: 1 | 2;
}

/** An empty list: its purpose, and one next step. */
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

/** Content that failed to load, with a button to retry. */
export function ErrorState(props: {
  title: string;
  children: ReactNode;
  retryLabel: string;
  /** 1 for a page's own error. It is announced when it replaces other content. */
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
