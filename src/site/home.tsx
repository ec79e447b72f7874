import { listAdvertised, listCategories } from '#modules/catalogue/contract.ts';
import { apiContext, publicContext } from '#platform/web/api-context.ts';
import { KeptPart } from '#platform/web/cached-html.tsx';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Route } from './+types/home.ts';
import { Benefits } from './home/benefits.tsx';
import { Collections } from './home/collections.tsx';
import { DEALS_SHOWN, Deals, dealOf } from './home/deals.tsx';
import { Faq } from './home/faq.tsx';
import { exampleOf, Hero } from './home/hero.tsx';
import { FIRST_PICTURES } from './home/hero-scene.tsx';
import { How } from './home/how.tsx';
import { foundOf, MORE_SHOWN, MoreToFind } from './home/more-to-find.tsx';
import { Testimonials } from './home/testimonials.tsx';
import { Trust } from './home/trust.tsx';
import { Why } from './home/why.tsx';
import { PageAddresses } from './page-addresses.tsx';

/** A part that could not be loaded is null: the rest of the page stands without it. The API has logged why. */
export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const load = context.get(publicContext);
  const [categories, advertised] = await Promise.all([
    load('categories', () => api.send(listCategories, {})).catch(() => null),
    load('advertised', () => api.send(listAdvertised, {})).catch(() => null),
  ]);
  const products = advertised ?? [];
  const example = products.find((product) => product.verified);
  return {
    categories,
    shown: example && exampleOf(example),
    deals: products.slice(0, DEALS_SHOWN).map(dealOf),
    more: products.slice(DEALS_SHOWN, DEALS_SHOWN + MORE_SHOWN).map(foundOf),
  };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslator();
  const { user } = useSession();
  const { categories, shown, deals, more } = loaderData;
  return (
    <>
      <title>{t('home.title')}</title>
      <meta name="description" content={t('home.description')} />
      <PageAddresses path="/" />
      <KeptPart as="div" name="home" early={FIRST_PICTURES} of={[user ? user.role : 'visitor', loaderData]}>
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
      </KeptPart>
    </>
  );
}
