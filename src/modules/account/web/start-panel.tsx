import './start-panel.css';
import type { StartedRole } from '#platform/contract/roles.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { StartButton } from './start-button.tsx';
import { StartSelling } from './start-selling.tsx';

const TEXTS = {
  seller: { start: 'sell.start', body: 'sell.startBody', drawing: 'rings' },
  buyer: { start: 'buy.start', body: 'buy.startBody', drawing: 'pram' },
} as const;

/** Offers a person to sell or to buy as well. A heading of level 1 is the page's own. */
export function StartPanel(props: {
  as: StartedRole;
  level: 1 | 2;
  to?: string;
  values?: { phone: string; location: string };
}) {
  const { as, level, to, values } = props;
  const { t, product } = useTranslator();
  const { start, body, drawing } = TEXTS[as];
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <section className="start stitched tone-butter" aria-labelledby={`start-${as}`}>
      {level === 1 && <title>{`${t(start)} · ${product}`}</title>}
      <img src={`/art/cut-${drawing}.svg`} alt="" width={104} height={104} />
      <div>
        <Heading id={`start-${as}`} tabIndex={level === 1 ? -1 : undefined}>
          {t(start)}
        </Heading>
        <p>{t(body)}</p>
      </div>
      {as === 'seller' ? (
        <StartSelling {...(to && { to })} {...(values && { values })} />
      ) : (
        <StartButton as={as} size="lg" {...(to && { to })} />
      )}
    </section>
  );
}
