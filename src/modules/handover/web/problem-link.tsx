import type { ComponentProps } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import type { Deal } from './order-facts.ts';

interface ProblemLinkProps extends Pick<ComponentProps<typeof LinkButton>, 'look' | 'className'> {
  deal: Deal;
}

/** The link to the dispute of a booking. */
export function ProblemLink({ deal, ...button }: ProblemLinkProps) {
  const { t } = useTranslator();
  return (
    <LinkButton {...button} to={`/dashboard/disputes?booking=${deal._id}`}>
      {t('next.openProblem')}
    </LinkButton>
  );
}
