import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { interpolate } from '#i18n/messages.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { type Tone, toneClass } from '#ui/tone.ts';

/** A paragraph, or a list. See `RichText` for links and the store's name. */
type Block = string | { list: string[] };

interface Section<B = Block> {
  /** The anchor; the same in both languages. */
  id: string;
  heading: string;
  body: B[];
}

interface Prose {
  title: string;
  lead: string;
  /**
   * `demo` is in the demo only. `business` is in a store with a business, with its name and address. `unnamed` is in a real
   * store without one.
   */
  sections: Section<Block | { demo: string } | { business: string } | { unnamed: string }>[];
}

/** A page of text in both languages, with the panel above it. */
export interface ProsePage {
  tone: Tone;
  /** The drawing in the panel. */
  art: string;
  /** Not final: the page says so. */
  draft?: boolean;
  en: Prose;
  bn: Prose;
}

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

/** The sections of a page of text, each with its anchor. */
export function ProseSections({ sections }: { sections: Section[] }) {
  return sections.map((section) => (
    <section key={section.id} id={section.id} aria-labelledby={`${section.id}-heading`}>
      <h2 id={`${section.id}-heading`}>
        <RichText text={section.heading} />
      </h2>
      {section.body.map((block) =>
        typeof block === 'string' ? (
          <p key={block}>
            <RichText text={block} />
          </p>
        ) : (
          <ul key={block.list[0]}>
            {block.list.map((item) => (
              <li key={item}>
                <RichText text={item} />
              </li>
            ))}
          </ul>
        ),
      )}
    </section>
  ));
}

const LINK = /(\[[^\]]+\]\([^)]+\))/;

/** A text with links: `[label](/path)`. `{product}` is the store's name. */
export function RichText({ text }: { text: string }) {
  const { product } = useTranslator();
  const parts = interpolate(text, { product }).split(LINK);
  return parts.map((part) => {
    const [, label, to] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];
    if (!to) return part;
    return (
      // A drawing is a file, not a page of the app.
      <Link key={to} to={to} className="text-link" reloadDocument={to.startsWith('/art/')}>
        {label}
      </Link>
    );
  });
}
