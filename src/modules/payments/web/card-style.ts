import type { StripeCardElementOptions } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import figtree from '#ui/fonts/figtree.woff2?url';

type CardStyle = NonNullable<StripeCardElementOptions['style']>;

/** Returns the values of our tokens for the provider's fields, which are in its own frame. */
export function useCardStyle(): CardStyle {
  const [style, setStyle] = useState<CardStyle>({});
  useEffect(() => {
    const read = () => setStyle(readTokens());
    read();
    const theme = new MutationObserver(read);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme', 'lang'] });
    return () => theme.disconnect();
  }, []);
  return style;
}

/** Returns the font of our texts, for the provider's frame. Only a browser has the origin. */
export const cardFonts = () => [{ family: 'Figtree Variable', src: `url(${location.origin}${figtree})` }];

function readTokens(): CardStyle {
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string) => tokens.getPropertyValue(name).trim();
  return {
    base: {
      fontFamily: token('--f-body'),
      fontSize: '16px',
      lineHeight: '24px',
      color: token('--c-ink'),
      iconColor: token('--c-brand'),
      '::placeholder': { color: token('--c-ink-3') },
    },
    invalid: { color: token('--c-danger-ink'), iconColor: token('--c-danger-ink') },
  };
}
