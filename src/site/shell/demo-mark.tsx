import { useRouteLoaderData } from 'react-router';
import type { PageFrame } from '#platform/contract/page.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Chip } from '#ui/chip.tsx';

/** Marks every page of a demo, also pages without the header. */
export function DemoMark() {
  const { t } = useTranslator();
  const frame = useRouteLoaderData<PageFrame>('root');
  return frame?.demo ? <Chip tone="wait">{t('demo.mark')}</Chip> : null;
}
