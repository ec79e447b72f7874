import './product-card.css';
import './compact-card.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Picture } from './picture.tsx';

type CardSize = 'compact' | 'full';

/** A grid of product cards. On wide screens it has four columns of compact cards, or three of full ones. */
export function CardGrid({ size, children }: { size: CardSize; children: ReactNode }) {
  return <ul className={`card-grid card-grid-${size}`}>{children}</ul>;
}

/**
 * The frame of a card. `picture` is a ProductPicture; the children stand under it, `action` at the bottom. A full card is
 * compact on phones until it is `open`.
 */
export function ProductCard(props: {
  picture: ReactNode;
  children: ReactNode;
  action?: ReactNode;
  size?: CardSize;
  open?: boolean;
  id?: string;
}) {
  return (
    <article
      className={`product-card product-card-${props.size ?? 'full'}`}
      id={props.id}
      data-open={props.open || undefined}
    >
      {props.picture}
      <div className="product-card-body">
        {props.children}
        {props.action && <div className="product-card-action">{props.action}</div>}
      </div>
    </article>
  );
}

/** The square picture with a QualityChip at the left and a Heart at the right; a ribbon once it is sold or booked. */
export function ProductPicture(props: {
  src: string | undefined;
  alt: string;
  eager?: boolean;
  sizes?: string;
  chip?: ReactNode;
  heart?: ReactNode;
  /** "SOLD" or "Booked": fades the picture. */
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

/** The condition with a dot in its colour, and the area. */
export function ConditionLine(props: { quality: 'Excellent' | 'Good' | 'Fair'; condition: string; area: string }) {
  return (
    <p className="condition-line">
      <span className={`condition-${props.quality.toLowerCase()}`}>{props.condition}</span>
      {props.area && <span className="condition-area">{props.area}</span>}
    </p>
  );
}
