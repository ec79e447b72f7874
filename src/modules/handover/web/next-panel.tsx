import './next-panel.css';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

/** The colours of a panel: waiting for you, an answer is needed, time to check, done, ended. */
type Tone = 'butter' | 'lilac' | 'sky' | 'mint' | 'rest';

/** The first panel of an order's page: the next step, its actor and its deadline. */
export function NextPanel(props: {
  tone: Tone;
  icon: LucideIcon;
  chip: ReactNode;
  title: ReactNode;
  /** Takes the focus when the panel has changed. */
  heading: Ref<HTMLHeadingElement>;
  picture?: boolean;
  body?: ReactNode;
  children?: ReactNode;
}) {
  const { tone, icon: Icon, picture, body, children } = props;
  return (
    <section className={`now stitched tone-${tone}`} aria-labelledby="now-title" data-picture={picture || undefined}>
      {picture && <img className="now-picture" src="/art/cut-pram.svg" alt="" width={150} height={150} />}
      <div className="now-head">
        <span className="chip">
          <Icon aria-hidden />
          <span>{props.chip}</span>
        </span>
        <h2 id="now-title" tabIndex={-1} ref={props.heading}>
          {props.title}
        </h2>
        {body && <p>{body}</p>}
      </div>
      {children}
    </section>
  );
}
