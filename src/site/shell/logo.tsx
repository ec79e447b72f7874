import './logo.css';
import { Link, useRouteLoaderData } from 'react-router';
import type { RootData } from '#platform/contract/page.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Chip } from '#ui/chip.tsx';

/** The mark and the store's name, with a link to the home page. The mark has no letters, so it fits any name. */
export function Logo({ onDark = false }: { onDark?: boolean }) {
  const { product } = useTranslator();
  return (
    <Link className={`logo ${onDark ? 'logo-on-dark' : ''}`} to="/">
      <img className="logo-mark" src="/favicon.svg" alt="" width={42} height={42} />
      <span>{product}</span>
    </Link>
  );
}

/** Marks every page of a demo, also pages without the header. */
export function DemoMark() {
  const { t } = useTranslator();
  const rootData = useRouteLoaderData<RootData>('root');
  return rootData?.demo ? <Chip tone="wait">{t('demo.mark')}</Chip> : null;
}
