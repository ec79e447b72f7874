import './about.css';
import { rootDataContext } from '#platform/web/api-context.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { useShopPath } from '../products/category-path.ts';
import { PageAddresses } from '../shell/page-addresses.tsx';
import type { Route } from './+types/about.ts';
import { RichText } from './prose.tsx';
import about from './server/about.json' with { type: 'json' };

/** Returns the page's text in the request's language. */
export function loader({ context }: Route.LoaderArgs) {
  return about[context.get(rootDataContext).language];
}

const VALUES = [
  { key: 'parents', art: '/art/cut-teddy.svg' },
  { key: 'love', art: '/art/cut-horse.svg' },
  { key: 'world', art: '/art/cut-rings.svg' },
] as const;

export default function About({ loaderData: { story, pickup, contact } }: Route.ComponentProps) {
  const { t, product } = useTranslator();
  const shopPath = useShopPath();
  return (
    <div className="wrap about">
      <title>{`${t('footer.about')} · ${product}`}</title>
      <meta name="description" content={t('about.kantha')} />
      <PageAddresses path="/about" />
      <header className="about-hero stitched tone-butter">
        <div>
          <h1 tabIndex={-1}>{t('about.promise')}</h1>
          <p>{t('about.kantha')}</p>
        </div>
        <img src="/art/cut-cot.svg" alt="" width={300} height={300} />
      </header>
      <section className="about-story" aria-labelledby="story">
        <h2 id="story">{story.heading}</h2>
        {story.body.map((paragraph) => (
          <p key={paragraph}>
            <RichText text={paragraph} />
          </p>
        ))}
      </section>
      <section className="about-why" aria-labelledby="why">
        <h2 id="why">{t('home.why')}</h2>
        <ul>
          {VALUES.map(({ key, art }) => (
            <li key={key}>
              <img src={art} alt="" width={88} height={88} loading="lazy" />
              <h3>{t(`home.why.${key}`)}</h3>
              <p>{t(`home.why.${key}Body`)}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="about-pickup" aria-labelledby="pickup">
        <h2 id="pickup">{pickup.heading}</h2>
        <ol>
          {pickup.steps.map((step) => (
            <li key={step.title}>
              <h3>{step.title}</h3>
              <p>{step.body}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className="about-contact" aria-labelledby="contact">
        <h2 id="contact">{contact.heading}</h2>
        <p>
          <RichText text={contact.body} />
        </p>
        <div className="about-actions">
          <LinkButton to={shopPath}>{t('hero.shop')}</LinkButton>
          <LinkButton to="/selling" look="ghost">
            {t('hero.sell')}
          </LinkButton>
        </div>
      </section>
    </div>
  );
}
