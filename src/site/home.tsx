import { listAdvertised, listCategories } from '#modules/catalogue/contract.ts';
import { apiContext } from '#platform/web/api-context.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Route } from './+types/home.ts';
import { Benefits, Trust, WhyWeStarted } from './home/benefits.tsx';
import { Collections } from './home/collections.tsx';
import { DEALS_MAX_PRODUCTS, Deals, MORE_PRODUCTS_COUNT, MoreToFind, toDeal, toMoreProduct } from './home/deals.tsx';
import { Faq } from './home/faq.tsx';
import { Hero, toHeroExample } from './home/hero.tsx';
import { How } from './home/how.tsx';
import { Testimonials } from './home/testimonials.tsx';
import { PageAddresses } from './shell/page-addresses.tsx';

/** Loads the sections' data. A list that fails to load is null and its section says so; the API has logged the error. */
export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [categories, advertised] = await Promise.all([
    api.send(listCategories, {}).catch(() => null),
    api.send(listAdvertised, {}).catch(() => null),
  ]);
  const products = advertised ?? [];
  const example = products.find((product) => product.verified);
  return {
    categories,
    example: example && toHeroExample(example),
    deals: products.slice(0, DEALS_MAX_PRODUCTS).map(toDeal),
    more: products.slice(DEALS_MAX_PRODUCTS, DEALS_MAX_PRODUCTS + MORE_PRODUCTS_COUNT).map(toMoreProduct),
  };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslator();
  const { categories, example, deals, more } = loaderData;
  return (
    <>
      <title>{t('home.title')}</title>
      <meta name="description" content={t('home.description')} />
      <PageAddresses path="/" />
      <Hero example={example} />
      <Trust />
      <Deals products={deals} />
      <Collections categories={categories} />
      <MoreToFind products={more} />
      <How />
      <Testimonials />
      <WhyWeStarted />
      <Benefits />
      <Faq />
    </>
  );
}
