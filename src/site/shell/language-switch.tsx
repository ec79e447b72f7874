import { useLocation } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';

const LANGUAGES = [
  { code: 'en', name: 'EN' },
  { code: 'bn', name: 'বাংলা' },
] as const;

/** Links to the same page in each language. The server answers them, so they work before JavaScript loads. */
export function LanguageSwitch() {
  const { t, language } = useTranslator();
  const query = useOwnQuery();
  const here = (code: string) => `?${new URLSearchParams([...query, ['lang', code]])}`;
  return (
    <nav className="language" aria-label={t('nav.language')}>
      {LANGUAGES.map(({ code, name }) => (
        <a key={code} href={here(code)} lang={code} hrefLang={code} aria-current={code === language || undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

/** Returns the query of the page's URL without `lang`. */
function useOwnQuery(): URLSearchParams {
  const query = new URLSearchParams(useLocation().search);
  query.delete('lang');
  return query;
}
