import type { ReactNode } from 'react';
import { type Tone, toneClass } from '#ui/tone.ts';

/** The coloured panel above a page of text: its title, a line or two, a drawing. */
export function ProsePanel(props: { tone: Tone; art: string; title: string; children: ReactNode }) {
  return (
    <header className={`prose-panel stitched ${toneClass(props.tone)}`}>
      <div>
        <h1 tabIndex={-1}>{props.title}</h1>
        <p>{props.children}</p>
      </div>
      <img src={props.art} alt="" width={180} height={180} />
    </header>
  );
}
