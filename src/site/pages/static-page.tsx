import './prose.css';
import { data, useLocation } from 'react-router';
import { interpolate } from '#i18n/messages.ts';
import { rootDataContext } from '#platform/web/api-context.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { PageAddresses } from '../shell/page-addresses.tsx';
import type { Route } from './+types/static-page.ts';
import { ProsePanel, ProseSections, RichText } from './prose.tsx';
import { findPage } from './server/prose-pages.ts';

/** Paths match in any case, with and without a trailing slash. */
const slugOf = (pathname: string) => pathname.replaceAll('/', '').toLowerCase();

/** Returns the page of the URL's path. @throws 404 for an unknown one. */
export function loader({ context, url }: Route.LoaderArgs) {
  const page = findPage(slugOf(url.pathname), context.get(rootDataContext));
  if (!page) throw data(null, { status: 404 });
  return page;
}

export default function StaticPage({ loaderData: page }: Route.ComponentProps) {
  const { t, product } = useTranslator();
  const { pathname } = useLocation();
  return (
    <div className="wrap prose-page">
      <title>{`${page.title} · ${product}`}</title>
      <meta name="description" content={interpolate(page.lead, { product })} />
      <PageAddresses path={`/${slugOf(pathname)}`} />
      <ProsePanel tone={page.tone} art={page.art} title={page.title}>
        <RichText text={page.lead} />
      </ProsePanel>
      <div className="prose-columns">
        <nav className="prose-contents" aria-labelledby="contents-heading">
          <h2 id="contents-heading">{t('pages.contents')}</h2>
          <ol>
            {page.sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>
                  <RichText text={section.heading} />
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <article className="prose">
          {page.draft && (
            <Alert tone="info" title={t('pages.draft')} announce={false}>
              <p>{t('pages.draftBody')}</p>
            </Alert>
          )}
          <ProseSections sections={page.sections} />
        </article>
      </div>
    </div>
  );
}
