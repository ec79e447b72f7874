import './suggestion-list.css';
import { History, LayoutGrid, Search } from 'lucide-react';
import { formatCount } from '#modules/search/web/format-count.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Picture } from '#ui/picture.tsx';
import type { Suggestion } from './suggest.ts';

const GROUPS = [
  { kind: 'category', label: 'search.categories' },
  { kind: 'item', label: 'search.items' },
  { kind: 'word', label: 'search.words' },
  { kind: 'recent', label: 'search.recent' },
] as const;

/** The list of the search field, in groups. The field keeps the focus and names the active option. */
export function SuggestionList(props: {
  id: string;
  shown: readonly Suggestion[];
  active: number;
  onChoose(suggestion: Suggestion): void;
  onClear(): void;
}) {
  const { id, shown, active, onChoose, onClear } = props;
  const { t } = useTranslator();
  const options = shown.map((suggestion, index) => ({ suggestion, index }));
  const groups = GROUPS.map((group) => ({
    ...group,
    options: options.filter(({ suggestion }) => suggestion.kind === group.kind),
  })).filter((group) => group.options.length > 0);
  return (
    <div className="suggestions">
      <div role="listbox" id={`${id}-list`} aria-label={t('search.suggestions')}>
        {groups.map(({ kind, label, options }) => (
          <fieldset key={kind} className="suggestions-group" aria-labelledby={`${id}-${kind}`}>
            <p className="suggestions-name" role="presentation" id={`${id}-${kind}`}>
              {t(label)}
            </p>
            {options.map(({ suggestion, index }) => (
              <button
                key={suggestion.to}
                type="button"
                id={`${id}-${index}`}
                className="suggestion"
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                // Keeps the focus in the field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(suggestion)}
              >
                <Content suggestion={suggestion} />
              </button>
            ))}
          </fieldset>
        ))}
      </div>
      {shown.some(({ kind }) => kind === 'recent') && (
        <button
          type="button"
          className="suggestions-clear text-link"
          onMouseDown={(event) => event.preventDefault()}
          onClick={onClear}
        >
          {t('search.clearRecent')}
        </button>
      )}
    </div>
  );
}

function Content({ suggestion: { kind, label, count, price, picture } }: { suggestion: Suggestion }) {
  const translator = useTranslator();
  const { t, money } = translator;
  const Icon = { category: LayoutGrid, word: Search, recent: History, item: undefined }[kind];
  return (
    <>
      {Icon ? <Icon aria-hidden /> : <Picture src={picture} alt="" loading="eager" sizes="40px" />}
      <span className="suggestion-label">{label}</span>
      {price !== undefined && <small className="num">{money(price)}</small>}
      {count && (
        <>
          <small className="num" aria-hidden>
            {formatCount(translator, count)}
          </small>
          <span className="sr"> {t('search.count', { n: formatCount(translator, count) })}</span>
        </>
      )}
    </>
  );
}
