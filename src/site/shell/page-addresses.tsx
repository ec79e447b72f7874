import type { PageFrame } from '#platform/contract/page.ts';
import { useFrame } from '#platform/web/session.ts';

/**
 * The URLs of a public page in both languages, for search engines. The URL without a language is the English page's,
 * and the default, where the browser's language decides.
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

/** Returns the URL of a public page in the current language. */
export function pageAddress({ origin, language }: Pick<PageFrame, 'origin' | 'language'>, path: string): string {
  return language === 'bn' ? banglaAddress(origin + path) : origin + path;
}

function banglaAddress(address: string): string {
  return `${address}?lang=bn`;
}
