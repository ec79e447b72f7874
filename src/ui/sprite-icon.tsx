import type { SVGProps } from 'react';

/** Returns an icon that draws a symbol of the sprite. The build makes one for each icon that the screens import. */
export function spriteIcon(href: string) {
  return function Icon(props: SVGProps<SVGSVGElement>) {
    return (
      <svg
        width="24"
        height="24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
        {...props}
      >
        <use href={href} />
      </svg>
    );
  };
}
