import { type ComponentPropsWithoutRef, createContext, type ElementType, type ReactNode, use } from 'react';

/** What the server knows of a part: its HTML from before, or the mark by which to find it in the page that is being made. */
export type KeptHtml = { html: string } | { mark: number };

/** Where the server keeps the HTML of parts; nowhere in the browser. */
export const KeptParts = createContext<((key: string) => KeptHtml) | null>(null);

type Tag = 'article' | 'div' | 'li' | 'svg' | 'ul';

type KeptPartProps<T extends Tag> = Omit<ComponentPropsWithoutRef<T>, 'children'> & {
  as: T;
  /** Of all kept parts. */
  name: string;
  /** What it is made of, beside the words and the shop's own settings; by its JSON. */
  of?: unknown;
  children: ReactNode;
};

/**
 * A part that looks the same to everybody who reads the page's language: the server writes it once, and then again what it
 * wrote. The browser makes it of its children as ever, and finds the HTML that it expects. Nothing in it may know the person,
 * the address or the clock, or need an id; what it is made of stands in `of`. A part in a part is not kept by itself.
 */
export function KeptPart<T extends Tag>({ as, name, of, children, ...rest }: KeptPartProps<T>) {
  const Element = as as ElementType;
  const kept = use(KeptParts)?.(`${name} ${JSON.stringify(of ?? null)}`);
  if (!kept) return <Element {...rest}>{children}</Element>;
  if ('html' in kept) return <Element {...rest} {...written(kept.html)} />;
  return (
    <Element {...rest} data-part={kept.mark}>
      <KeptParts value={null}>{children}</KeptParts>
    </Element>
  );
}

/** What React itself wrote before. */
const written = (html: string) => ({ dangerouslySetInnerHTML: { __html: html } });
