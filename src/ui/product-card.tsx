import './product-card.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { VerifiedTick } from './chip.tsx';
import { Picture } from './picture.tsx';

/** A grid of product cards: three or four columns on wide screens. */
export function CardGrid({ columns, children }: { columns: 3 | 4; children: ReactNode }) {
  return <ul className={`card-grid card-grid-${columns}`}>{children}</ul>;
}

/**
 * The frame of a card. `picture` is a ProductPicture; the children stand under it, `action` at the bottom. `size=full`
 * is the large card of a category, `tile` the small one.
 */
export function ProductCard(props: {
  picture: ReactNode;
  children: ReactNode;
  action?: ReactNode;
  size?: 'tile' | 'full';
  id?: string;
}) {
  return (
    <article className={`product-card product-card-${props.size ?? 'full'}`} id={props.id}>
      {props.picture}
      <div className="product-card-body">
        {props.children}
        {props.action && <div className="product-card-action">{props.action}</div>}
      </div>
    </article>
  );
}

/** The square picture with a QualityChip at the left, a Heart at the right, and a ribbon on a sold product. */
export function ProductPicture(props: {
  src: string | undefined;
  alt: string;
  eager?: boolean | 'first';
  sizes?: string;
  chip?: ReactNode;
  heart?: ReactNode;
  /** "SOLD": fades the picture. */
  ribbon?: string | undefined;
}) {
  return (
    <div className="product-picture" data-gone={props.ribbon ? true : undefined}>
      <Picture src={props.src} alt={props.alt} eager={props.eager} sizes={props.sizes} />
      {props.chip}
      {props.ribbon && <span className="product-ribbon">{props.ribbon}</span>}
      {props.heart}
    </div>
  );
}

/** The product's name. With `to` the link covers the whole card, below its buttons. */
export function ProductName({ children, to, level = 3 }: { children: ReactNode; to?: string; level?: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <Heading className="product-name" tabIndex={-1}>
      {to ? (
        <Link className="product-name-link" to={to} prefetch="intent">
          {children}
        </Link>
      ) : (
        children
      )}
    </Heading>
  );
}

/** The seller, with a link to their other products. Full cards show `verifiedWord` beside the tick. */
export function SellerLine(props: {
  name: string;
  to?: string;
  verified: boolean;
  verifiedLabel: string;
  verifiedWord?: string;
}) {
  return (
    <p className="seller-line">
      {props.verified && <VerifiedTick label={props.verifiedLabel} />}
      <span>
        {props.to ? (
          <Link className="seller-link" to={props.to} prefetch="intent">
            {props.name}
          </Link>
        ) : (
          props.name
        )}
        {props.verified && props.verifiedWord && <span className="seller-word"> · {props.verifiedWord}</span>}
      </span>
    </p>
  );
}

/** The description, cut after two lines. */
export function ProductText({ children }: { children: ReactNode }) {
  return <p className="product-text">{children}</p>;
}

/** Facts with an icon each, such as location, date and phone. */
export function MetaList({
  items,
}: {
  items: readonly { key: string; label: string; icon: ReactNode; value: ReactNode }[];
}) {
  return (
    <dl className="meta-list num">
      {items.map((item) => (
        <div key={item.key}>
          <dt>
            <span className="sr">{item.label}</span>
            {item.icon}
          </dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
