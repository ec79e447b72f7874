import { House } from 'lucide-react';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** Replaces a screen that only changes data while the shop is closed. */
export function ClosedScreen() {
  const { t, product } = useTranslator();
  return (
    <div className="wrap">
      <title>{`${t('closed.title')} · ${product}`}</title>
      <EmptyState
        level={1}
        title={t('closed.title')}
        picture="/art/cut-cot.svg"
        action={
          <LinkButton to="/" icon={<House className="icon" aria-hidden />}>
            {t('closed.home')}
          </LinkButton>
        }
      >
        {t('closed.body')}
      </EmptyState>
    </div>
  );
}
