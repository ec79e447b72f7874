import { type ComponentProps, createContext, type ElementType, type ReactNode, use } from 'react';
import { preload } from 'react-dom';

/** How the server finds a part in the page that is being made, and whether it has its HTML from before. */
export type KeptHtml = { mark: number; known: boolean };

/** A picture that loads at once. */
export interface EarlyPicture {
  src: string;
  fetchPriority: 'high' | 'auto';
}

/** Where the server keeps the HTML of parts; nowhere in the browser. */
export const KeptParts = createContext<((key: string, early: readonly EarlyPicture[]) => KeptHtml) | null>(null);

type Tag = 'article' | 'div' | 'header' | 'li' | 'nav' | 'script' | 'svg' | 'ul';

type KeptPartProps<T extends Tag> = Omit<ComponentProps<T>, 'children'> & {
  as: T;
  /** Of all kept parts. */
  name: string;
  /** What it is made of, beside the words and the shop's own settings; by its JSON. */
  of?: unknown;
  /** The pictures in it that load at once, for the page's head: React finds them itself only where it renders them. */
  early?: readonly EarlyPicture[];
  /** Nobody is likely to ask for it again: it is not kept. */
  passing?: boolean;
  children: ReactNode;
};

/**
 * A part that looks the same to everybody who reads the page's language: the server writes it once, and then again what it
 * wrote. The browser makes it of its children as ever, and finds the HTML that it expects. Nothing in it may know the person,
 * the address or the clock, unless it stands in `of`, or need an id. A part in a part serves when the outer one has changed.
 */
export function KeptPart<T extends Tag>(props: KeptPartProps<T>) {
  const { as, name, of, early = [], passing = false, children, ...rest } = props;
  const Element = as as ElementType;
  const find = use(KeptParts);
  const kept = passing ? undefined : find?.(`${name} ${JSON.stringify(of ?? null)}`, early);
  if (!kept) return <Element {...rest}>{children}</Element>;
  for (const { src, fetchPriority } of early) preload(src, { as: 'image', fetchPriority });
  return (
    <Element {...rest} data-part={kept.mark}>
      {kept.known ? null : children}
    </Element>
  );
}
