import { useTranslator } from '#platform/web/translator.tsx';
import { CardSkeletons, Skeleton } from '#ui/skeleton.tsx';

/** The page's skeleton while its first data loads. */
export function CategorySkeleton() {
  const { t, product } = useTranslator();
  return (
    <div className="wrap products">
      <title>{product}</title>
      <div className="products-head-skeleton" aria-hidden>
        <Skeleton width="14rem" />
        <Skeleton shape="box" height="148px" />
      </div>
      <CardSkeletons label={t('common.loading')} count={6} />
    </div>
  );
}
