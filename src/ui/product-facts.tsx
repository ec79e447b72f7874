import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { VerifiedTick } from './chip.tsx';

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
export function MetaList({ items }: { items: readonly { label: string; icon: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className="meta-list num">
      {items.map((item) => (
        <div key={item.label}>
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
