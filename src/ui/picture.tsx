import './picture.css';
import { type ComponentProps, useEffect, useRef, useState } from 'react';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'alt' | 'srcSet' | 'ref' | 'onError'> {
  /** Undefined while there is no picture yet. */
  src: string | undefined;
  /** Empty when a name is beside it. */
  alt: string;
  /** True for a picture that a phone shows at once: it loads before the scripts. */
  eager?: boolean;
}

/**
 * A square product picture. Our own pictures have two widths, named `…-400.webp` and `…-800.webp`, photos AVIF too; the
 * browser selects one. A drawing replaces a picture that fails to load, and one on another site: no visitor's browser
 * requests it.
 */
export function Picture({ src, alt, eager = false, sizes = CARD_SIZES, ...rest }: PictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const [lost, setLost] = useState<string | null>(null);
  // A picture in the server's document may have failed before hydration.
  useEffect(() => {
    const { current } = image;
    if (src && current?.complete && current.naturalWidth === 0) current.decode().catch(() => setLost(src));
  }, [src]);
  const loading = eager ? 'eager' : 'lazy';
  if (!src || lost === src || /^https?:/.test(src))
    return <img width={800} height={800} loading={loading} {...rest} src={STAND_IN} alt={alt} data-lost />;
  const [, both, isPhoto] = /^((\/media\/)?.+)-800\.webp$/.exec(src) ?? [];
  const picture = (
    <img
      width={800}
      height={800}
      decoding="async"
      loading={loading}
      fetchPriority={eager ? 'high' : undefined}
      {...rest}
      ref={image}
      onError={() => setLost(src)}
      src={src}
      alt={alt}
      {...(both ? { srcSet: `${both}-400.webp 400w, ${src} 800w`, sizes } : {})}
    />
  );
  if (!isPhoto) return picture;
  return (
    <picture>
      <source type="image/avif" srcSet={`${both}-400.avif 400w, ${both}-800.avif 800w`} sizes={sizes} />
      {picture}
    </picture>
  );
}

const STAND_IN = '/art/cut-rings.svg';
const CARD_SIZES = '(min-width: 1024px) 290px, (min-width: 768px) 45vw, 46vw';
