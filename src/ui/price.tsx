import './price.css';

/** The price, the original price and the saving. All amounts are formatted. */
export function Price(props: {
  current: string;
  original?: string | undefined;
  /** For screen readers, before the original price. */
  originalLabel?: string;
  saving?: string | undefined;
  size?: 'sm' | 'md' | 'lg' | 'xl';
}) {
  const { current, original, originalLabel, saving, size = 'md' } = props;
  return (
    <p className={`price price-${size} num`}>
      <b>{current}</b>
      {original && (
        <s>
          {originalLabel && <span className="sr">{originalLabel} </span>}
          {original}
        </s>
      )}
      {saving && <span className="price-saving">{saving}</span>}
    </p>
  );
}
