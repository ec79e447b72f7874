import './logo.css';
import { Link, useRouteLoaderData } from 'react-router';
import type { PageFrame } from '#platform/contract/page.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Chip } from '#ui/chip.tsx';

/** A cradle on two stitched threads. It has no letters, so it survives another name. */
function LogoMark() {
  return (
    <svg className="logo-mark" viewBox="0 0 48 48" aria-hidden="true">
      <rect width="48" height="48" rx="15" fill="#6B2A6E" />
      <path
        d="M11 13 16 28M37 13 32 28"
        stroke="#FFD98C"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeDasharray="4 3.4"
      />
      <path d="M9 25.5c0 9 6.6 14.5 15 14.5s15-5.5 15-14.5z" fill="#FFB52E" />
      <path
        d="M13.5 30.5c2.6 4 6.2 5.7 10.5 5.7s7.9-1.7 10.5-5.7"
        fill="none"
        stroke="#6B2A6E"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeDasharray="3.2 3"
      />
      <circle cx="24" cy="19.5" r="5.6" fill="#FFE4EB" />
      <path d="M18.3 20.5a5.7 5.7 0 0 1 11.4 0c0-7-1.7-8.6-5.7-8.6s-5.7 1.6-5.7 8.6z" fill="#E5567B" />
    </svg>
  );
}

/** The mark and the store's name, with a link to the home page. */
export function Logo({ onDark = false }: { onDark?: boolean }) {
  const { product } = useTranslator();
  return (
    <Link className={`logo ${onDark ? 'logo-on-dark' : ''}`} to="/">
      <LogoMark />
      <span>{product}</span>
    </Link>
  );
}

/** Marks every page of a demo, also pages without the header. */
export function DemoMark() {
  const { t } = useTranslator();
  const frame = useRouteLoaderData<PageFrame>('root');
  return frame?.demo ? <Chip tone="wait">{t('demo.mark')}</Chip> : null;
}
