const COPIES = [1, 2, 3, 4, 5, 6, 7, 8];

/** A decorative title that runs across, between flowers. Screen readers get the heading beside it. */
export function Marquee({ text, moving }: { text: string; moving: boolean }) {
  return (
    <div className="marquee" aria-hidden="true" data-moving={moving || undefined}>
      {COPIES.map((copy) => (
        <span className="marquee-copy" key={copy}>
          {text}
          <Flower />
        </span>
      ))}
    </div>
  );
}

function Flower() {
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <circle cx="12" cy="5.5" r="4.3" />
      <circle cx="18.2" cy="10" r="4.3" />
      <circle cx="15.8" cy="17.3" r="4.3" />
      <circle cx="8.2" cy="17.3" r="4.3" />
      <circle cx="5.8" cy="10" r="4.3" />
      <circle cx="12" cy="12" r="3.6" fill="#FFE9B8" />
    </svg>
  );
}
