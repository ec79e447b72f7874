import { useTranslator } from '#platform/web/translator.tsx';

/** How long ago something was, with the exact time on hover. The browser's clock may differ from the server's. */
export function Ago({ instant }: { instant: string }) {
  const { ago, date } = useTranslator();
  return (
    <time dateTime={instant} title={date(instant)} suppressHydrationWarning>
      {ago(instant)}
    </time>
  );
}
