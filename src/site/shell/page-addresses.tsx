import type { RootData } from '#platform/contract/page.ts';
import { useRootData } from '#platform/web/session.ts';

/**
 * The URLs of a public page in both languages, for search engines. The URL without a language is the English page's,
 * and the default, where the browser's language decides.
 */
export function PageAddresses({ path }: { path: string }) {
  const rootData = useRootData();
  const { origin } = rootData;
  return (
    <>
      <link rel="canonical" href={pageAddress(rootData, path)} />
      <link rel="alternate" hrefLang="en" href={origin + path} />
      <link rel="alternate" hrefLang="bn" href={banglaAddress(origin + path)} />
      <link rel="alternate" hrefLang="x-default" href={origin + path} />
    </>
  );
}

/** Returns the URL of a public page in the current language. */
export function pageAddress({ origin, language }: Pick<RootData, 'origin' | 'language'>, path: string): string {
  return language === 'bn' ? banglaAddress(origin + path) : origin + path;
}

function banglaAddress(address: string): string {
  return `${address}?lang=bn`;
}
