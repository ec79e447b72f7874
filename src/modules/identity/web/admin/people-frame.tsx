import { type ReactNode, type RefObject, useEffect } from 'react';
import { useTranslator } from '#platform/web/translator.tsx';
import { ErrorState } from '#ui/empty-state.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import type { PeopleType } from './people.ts';

/** What the two lists call themselves. */
export const WORDS_OF = {
  Seller: {
    page: 'dash.allSellers',
    title: 'sellers.title',
    thing: 'admin.sellersThing',
    none: 'admin.noSellers',
  },
  Buyer: {
    page: 'dash.allBuyers',
    title: 'buyersList.title',
    thing: 'admin.buyersThing',
    none: 'admin.noBuyers',
  },
} as const;

export function PeopleHead(props: {
  type: PeopleType;
  heading?: RefObject<HTMLHeadingElement | null>;
  children?: ReactNode;
}) {
  const { type, heading, children } = props;
  const { t, product } = useTranslator();
  return (
    <div className="page-head">
      <title>{`${t(WORDS_OF[type].page)} · ${product}`}</title>
      <h1 tabIndex={-1} ref={heading}>
        {t(WORDS_OF[type].title)}
      </h1>
      {children && <div className="people-files">{children}</div>}
    </div>
  );
}

export function PeopleSkeleton({ type }: { type: PeopleType }) {
  const { t } = useTranslator();
  return (
    <>
      <PeopleHead type={type} />
      <RowSkeletons label={t('common.loading')} count={6} />
    </>
  );
}

/** The list could not be had; the heading stays. */
export function PeopleError({ type, error }: { type: PeopleType; error: unknown }) {
  const { t } = useTranslator();
  useEffect(() => console.error(error), [error]);
  return (
    <>
      <PeopleHead type={type} />
      <ErrorState title={t('common.dropped')} retryLabel={t('common.tryAgain')}>
        {t('common.notLoaded', { thing: t(WORDS_OF[type].thing) })}
      </ErrorState>
    </>
  );
}
