import { type Translator, useTranslator } from '#platform/web/translator.tsx';
import type { Statement } from '../contract.ts';

/** The entries of a month, between the balances of its first and its last day. */
export function StatementEntries({ statement }: { statement: Statement }) {
  const words = useTranslator();
  const { t, money, day } = words;
  const { entries, opening, closing, more } = statement;
  return (
    <>
      <table className="paper-table">
        <thead>
          <tr>
            <th scope="col">{t('statement.date')}</th>
            <th scope="col">{t('statement.what')}</th>
            <th scope="col">{t('statement.amount')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td />
            <th scope="row">{t('statement.opening')}</th>
            <td className="num">{money(opening)}</td>
          </tr>
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a past month keep their places
            <tr key={index}>
              <td>
                <time dateTime={entry.at}>{day(entry.at)}</time>
              </td>
              <th scope="row">{describe(entry, words)}</th>
              <td className="num">{money(entry.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <th scope="row">{t('statement.closing')}</th>
            <td className="num">{money(closing)}</td>
          </tr>
        </tfoot>
      </table>
      {entries.length === 0 && <p>{t('statement.none')}</p>}
      {more && <p>{t('statement.more', { n: entries.length })}</p>}
    </>
  );
}

function describe({ kind, itemName: item = '', payout: number = '' }: Statement['entries'][number], { t }: Translator) {
  switch (kind) {
    case 'release':
    case 'take_back':
      return t(`statement.${kind}`, { item });
    case 'payout':
    case 'payout_failed':
      return t(`statement.${kind}`, { number });
    default:
      return t('statement.correction');
  }
}
