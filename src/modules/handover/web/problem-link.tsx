import type { ComponentProps } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';
import type { Deal } from './order-facts.ts';

/** The link to the dispute of a booking. */
export function ProblemLink({
  deal,
  look = 'brand',
}: {
  deal: Deal;
  look?: ComponentProps<typeof LinkButton>['look'];
}) {
  const { t } = useTranslator();
  return (
    <LinkButton look={look} to={`/dashboard/disputes?booking=${deal._id}`}>
      {t('next.openProblem')}
    </LinkButton>
  );
}
