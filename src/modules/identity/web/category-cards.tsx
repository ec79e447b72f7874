import { useTranslator } from '#platform/web/translator.tsx';
import { ChoiceCards } from '#ui/choice-cards.tsx';

/** The choice between Buyer and Seller. */
export function CategoryCards(props: { id?: string; selected?: 'Buyer' | 'Seller'; error?: string | undefined }) {
  const { t } = useTranslator();
  return (
    <ChoiceCards
      {...(props.id ? { id: props.id } : {})}
      legend={t('form.category')}
      name="userCategory"
      defaultValue={props.selected ?? 'Buyer'}
      error={props.error}
      options={[
        { value: 'Buyer', label: t('form.buyer'), hint: t('form.buyerHint') },
        { value: 'Seller', label: t('form.seller'), hint: t('form.sellerHint') },
      ]}
    />
  );
}
