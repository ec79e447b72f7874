import type { ReactNode, RefObject } from 'react';
import type { MessageKey } from '#i18n/messages.ts';
import { useTranslator } from '#platform/web/translator.tsx';

/** The texts of a dashboard page. Its route exports them as `handle`, for the dashboard to name the page in an error. */
export interface PageTexts {
  /** The document's title, and the heading unless `heading` differs. Absent where the data names the page. */
  title?: MessageKey;
  heading?: MessageKey;
  lead?: MessageKey;
  /** The subject of "{thing} did not load." */
  thing: MessageKey;
  /** The page keeps a draft, so that a failure loses nothing. */
  hasDraft?: true;
}

interface PageHeadProps {
  texts: PageTexts & { title: MessageKey };
  /** Takes the focus when a row's button is gone. */
  heading?: RefObject<HTMLHeadingElement | null>;
  children?: ReactNode;
}

/** The title, heading, lead and buttons of a dashboard page. */
export function PageHead({ texts: { title, heading = title, lead }, heading: ref, children }: PageHeadProps) {
  const { t, product } = useTranslator();
  const h1 = (
    <h1 tabIndex={-1} ref={ref}>
      {t(heading)}
    </h1>
  );
  return (
    <div className="page-head">
      <title>{`${t(title)} · ${product}`}</title>
      {lead ? (
        <div>
          {h1}
          <p>{t(lead)}</p>
        </div>
      ) : (
        h1
      )}
      {children}
    </div>
  );
}
