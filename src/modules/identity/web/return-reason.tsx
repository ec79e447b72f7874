import './wall-peek.css';
import { useTranslator } from '#platform/web/translator.tsx';
import { Alert } from '#ui/alert.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Picture } from '#ui/picture.tsx';

/** The name of the page that a user must log in for, by language. */
export interface RequestedName {
  en: string;
  bn: string;
  /** The visitor asked to book or to save the named product. */
  for?: 'booking' | 'wish';
  /** The path of the same products without a login. */
  openPath?: string;
  /** The newest of these products. */
  newest?: PreviewProduct[];
}

/** A product as the login page shows it: nothing of its seller. */
interface PreviewProduct {
  _id: string;
  imageURL: string | undefined;
  /** In Tk. */
  resalePrice: number;
}

const REASONS = { booking: 'login.reasonBook', wish: 'login.reasonWish' } as const;

/** Says which page asked for the login; nothing when none did. */
export function ReturnReason({ requested }: { requested: RequestedName | null }) {
  const { t, language } = useTranslator();
  if (!requested) return null;
  const page = requested[language];
  if (requested.openPath)
    return (
      <Alert tone="info" announce={false} title={t('wall.title', { category: page })}>
        <p>{t('wall.body')}</p>
        <LinkButton look="ghost" to={requested.openPath}>
          {t('wall.look')}
        </LinkButton>
        <NewestProducts products={requested.newest ?? []} />
      </Alert>
    );
  return (
    <Alert tone="info" announce={false}>
      {t(requested.for ? REASONS[requested.for] : 'login.reason', { page })}
    </Alert>
  );
}

/** The newest products of the requested category, without names. The link above leads to their page. */
function NewestProducts({ products }: { products: PreviewProduct[] }) {
  const { money } = useTranslator();
  if (products.length === 0) return null;
  return (
    <div className="wall-peek" aria-hidden="true">
      {products.map(({ _id, imageURL, resalePrice }) => (
        <span key={_id}>
          <Picture src={imageURL} alt="" sizes="132px" />
          <b className="num">{money(resalePrice)}</b>
        </span>
      ))}
    </div>
  );
}
