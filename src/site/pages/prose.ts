import type { Tone } from '#ui/tone.ts';

/** A paragraph, or a list. `[label](/address)` in it is a link, `{product}` the store's name. */
export type Block = string | { list: string[] };

export interface ProseSection {
  /** The anchor; the same in both languages. */
  id: string;
  heading: string;
  body: Block[];
}

/** A page of text, in one language. */
export interface Prose {
  title: string;
  lead: string;
  sections: ProseSection[];
}

/** A page of text as it is written: once in each language, with the panel above it. */
export interface ProsePage {
  tone: Tone;
  /** The drawing in the panel. */
  art: string;
  /** Not final: the page says so. */
  draft?: boolean;
  en: Prose;
  bn: Prose;
}
