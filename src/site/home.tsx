import './home/home.css';
import { listAdvertised, listCategories } from '#modules/catalogue/contract.ts';
import { search } from '#modules/search/contract.ts';
import { CHEAP_MAX_TK } from '#modules/search/rules.ts';
import { apiContext } from '#platform/web/api-context.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Route } from './+types/home.ts';
import { Benefits, WhyWeStarted } from './home/benefits.tsx';
import { CategoryChips } from './home/category-chips.tsx';
import { Collections } from './home/collections.tsx';
import { DEALS_MAX_PRODUCTS, Deals, toDeal } from './home/deals.tsx';
import { Faq } from './home/faq.tsx';
import { Hero } from './home/hero.tsx';
import { HowItWorks } from './home/how-it-works.tsx';
import { ItemRow, toRow } from './home/item-row.tsx';
import { useRowHearts } from './home/row-heart.tsx';
import { Testimonials } from './home/testimonials.tsx';
import { PageAddresses } from './shell/page-addresses.tsx';

/**
 * Loads the data of the sections. A list that fails to load is left out. `categories` is null after a failure. The API
 * has logged the error.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  // Only products that can be booked now.
  const found = (query: { max?: string }) =>
    api.send(search, { query: { ...query, free: 'true', sort: 'newest' } }).then(
      ({ items }) => toRow(items),
      () => [],
    );
  const [categories, advertised, newest, cheap] = await Promise.all([
    api.send(listCategories, {}).catch(() => null),
    api.send(listAdvertised, {}).catch(() => []),
    found({}),
    found({ max: String(CHEAP_MAX_TK) }),
  ]);
  return { categories, newest, cheap, deals: advertised.slice(0, DEALS_MAX_PRODUCTS).map(toDeal) };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t, money } = useTranslator();
  const { categories, newest, cheap, deals } = loaderData;
  const hearts = useRowHearts(newest, cheap);
  return (
    <div className="home">
      <title>{t('home.title')}</title>
      <meta name="description" content={t('home.description')} />
      <PageAddresses path="/" />
      <Hero />
      <CategoryChips categories={categories} />
      <ItemRow
        id="just-listed"
        title={t('home.justListed')}
        items={newest}
        hearts={hearts}
        all="/search?sort=newest"
        eager
      />
      <ItemRow
        id="cheap"
        title={t('home.under', { amount: money(CHEAP_MAX_TK) })}
        items={cheap}
        hearts={hearts}
        all={`/search?max=${CHEAP_MAX_TK}&sort=newest`}
        scrolling
      />
      <Deals products={deals} />
      <Collections categories={categories} />
      <HowItWorks />
      <Testimonials />
      <WhyWeStarted />
      <Benefits />
      <Faq />
    </div>
  );
}
