import './price.css';

/** What it costs, what it cost new, and what is saved. All amounts already written out. */
export function Price(props: {
  current: string;
  original?: string | undefined;
  /** Said to screen readers before the struck price. */
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
