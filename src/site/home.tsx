import { listAdvertised, listCategories } from '#modules/catalogue/contract.ts';
import { apiContext } from '#platform/web/api-context.ts';
import { useWords } from '#platform/web/words.tsx';
import type { Route } from './+types/home.ts';
import { Benefits } from './home/benefits.tsx';
import { Collections } from './home/collections.tsx';
import { DEALS_SHOWN, Deals } from './home/deals.tsx';
import { Faq } from './home/faq.tsx';
import { Hero } from './home/hero.tsx';
import { How } from './home/how.tsx';
import { MORE_SHOWN, MoreToFind } from './home/more-to-find.tsx';
import { Testimonials } from './home/testimonials.tsx';
import { Trust } from './home/trust.tsx';
import { Why } from './home/why.tsx';
import { PageAddresses } from './page-addresses.tsx';

/** A part that could not be loaded is null: the rest of the page stands without it. The API has logged why. */
export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [categories, advertised] = await Promise.all([
    api.send(listCategories, {}).catch(() => null),
    api.send(listAdvertised, {}).catch(() => null),
  ]);
  const products = advertised ?? [];
  return {
    categories,
    shown: products.find((product) => product.verified),
    deals: products.slice(0, DEALS_SHOWN),
    more: products.slice(DEALS_SHOWN, DEALS_SHOWN + MORE_SHOWN),
  };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useWords();
  const { categories, shown, deals, more } = loaderData;
  return (
    <>
      <title>{t('home.title')}</title>
      <meta name="description" content={t('home.description')} />
      <PageAddresses path="/" />
      <Hero shown={shown} />
      <Trust />
      <Deals products={deals} />
      <Collections categories={categories} />
      <MoreToFind products={more} />
      <How />
      <Testimonials />
      <Why />
      <Benefits />
      <Faq />
    </>
  );
}
