import type { FewerWords } from '#modules/search/contract.ts';
import { useTranslator } from '#platform/web/translator.tsx';

/** Says that no product matches all words, and names the words that the list matches. */
export function FewerWordsPanel({ words: { kept, left } }: { words: FewerWords }) {
  const { t } = useTranslator();
  return (
    <section className="fewer-words" aria-labelledby="fewer-words-title">
      <h2 id="fewer-words-title">{t('search.dropped')}</h2>
      <p>{t('search.droppedBody')}</p>
      <dl>
        <div>
          <dt>{t('search.keptWords')}</dt>
          <dd className="fewer-words-kept">{kept}</dd>
        </div>
        <div>
          <dt>{t('search.droppedWords')}</dt>
          {left.map((word) => (
            <dd key={word}>
              <s>{word}</s>
            </dd>
          ))}
        </div>
      </dl>
    </section>
  );
}
