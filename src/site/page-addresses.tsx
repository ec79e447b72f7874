import type { PageFrame } from '#platform/contract/page.ts';
import { useFrame } from '#platform/web/session.ts';

/**
 * Tells search engines where a public page lives, and where it speaks the other language. The address without a
 * language is the English page's own, and the one for everybody else: there the reader's language decides.
 */
export function PageAddresses({ path }: { path: string }) {
  const frame = useFrame();
  const { origin } = frame;
  return (
    <>
      <link rel="canonical" href={pageAddress(frame, path)} />
      <link rel="alternate" hrefLang="en" href={origin + path} />
      <link rel="alternate" hrefLang="bn" href={banglaAddress(origin + path)} />
      <link rel="alternate" hrefLang="x-default" href={origin + path} />
    </>
  );
}

/** Where a public page lives, in the language in which it is read. */
export function pageAddress({ origin, language }: Pick<PageFrame, 'origin' | 'language'>, path: string): string {
  return language === 'bn' ? banglaAddress(origin + path) : origin + path;
}

function banglaAddress(address: string): string {
  return `${address}?lang=bn`;
}
