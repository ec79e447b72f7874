import type { ComponentProps } from 'react';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'alt' | 'srcSet'> {
  src: string;
  /** Empty when a name stands beside it. */
  alt: string;
  /** In the first row: loads at once. */
  eager?: boolean;
}

/**
 * A product's picture, square. Pictures of our own are kept in two widths, named `…-400.webp` and `…-800.webp`; the
 * browser then takes the one that fits.
 */
export function Picture({ src, alt, eager = false, sizes, ...rest }: PictureProps) {
  const both = src.match(/^(.+)-800\.webp$/)?.[1];
  return (
    <img
      width={800}
      height={800}
      decoding="async"
      loading={eager ? 'eager' : 'lazy'}
      {...rest}
      src={src}
      alt={alt}
      {...(both ? { srcSet: `${both}-400.webp 400w, ${src} 800w`, sizes: sizes ?? CARD_SIZES } : {})}
    />
  );
}

const CARD_SIZES = '(min-width: 1024px) 290px, (min-width: 768px) 45vw, 92vw';
