import './header-search.css';
import { Search } from 'lucide-react';
import { type FocusEvent, type FormEvent, type KeyboardEvent, lazy, type RefObject, Suspense, useEffect } from 'react';
import { Form, useLocation, useNavigate } from 'react-router';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Suggestion } from './suggest.ts';
import { useSuggestions } from './use-suggestions.ts';

const SuggestionList = lazy(() => import('./suggestion-list.tsx').then((file) => ({ default: file.SuggestionList })));

/** A page has one search field. */
const ID = 'header-search-field';

/**
 * The search field. It is a form that works without JavaScript, and an editable combobox (ARIA Authoring Practices,
 * "List autocomplete with manual selection").
 */
export function HeaderSearch(props: {
  field: RefObject<HTMLInputElement | null>;
  /** The field is shown below the bar, on small screens. */
  open: boolean;
  onEscape(): void;
}) {
  const { field, open, onEscape } = props;
  const { t } = useTranslator();
  const { state } = useSession();
  const navigate = useNavigate();
  const suggestions = useSuggestions();
  const { shown, active } = suggestions;
  useShownWords(field);

  function choose({ kind, label, to }: Suggestion) {
    const isSearch = kind === 'word' || kind === 'recent';
    suggestions.close();
    if (isSearch) suggestions.keep(label);
    if (field.current) field.current.value = isSearch ? label : '';
    hideKeyboard();
    navigate(to);
  }
  /** The keyboard of a phone would cover the results. */
  function hideKeyboard() {
    field.current?.blur();
  }
  function submit() {
    suggestions.close();
    suggestions.keep(field.current?.value ?? '');
    hideKeyboard();
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    const chosen = shown[active];
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      suggestions.move(event.key === 'ArrowDown' ? 1 : -1, event.currentTarget.value);
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Escape' && shown.length > 0) {
      // Closes the list. The next Escape is for the field.
      event.preventDefault();
      suggestions.close();
    }
  }
  const combobox = {
    role: 'combobox',
    'aria-autocomplete': 'list' as const,
    'aria-expanded': shown.length > 0,
    'aria-controls': shown.length > 0 ? `${ID}-list` : undefined,
    'aria-activedescendant': shown[active] && `${ID}-${active}`,
    onKeyDown: press,
    onFocus: (event: FocusEvent<HTMLInputElement>) => suggestions.focus(event.currentTarget.value),
    onInput: (event: FormEvent<HTMLInputElement>) => suggestions.type(event.currentTarget.value),
  };
  return (
    <Form
      action="/search"
      role="search"
      id="header-search"
      className="header-search"
      data-open={open || undefined}
      onSubmit={submit}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && suggestions.close()}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onEscape()}
    >
      <div className="header-search-box">
        <label className="sr" htmlFor={ID}>
          {t('search.label')}
        </label>
        <input
          ref={field}
          id={ID}
          className="header-search-field"
          type="search"
          name="q"
          placeholder={t('nav.searchPlaceholder')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          enterKeyHint="search"
          aria-keyshortcuts={state === 'signedIn' ? '/' : undefined}
          {...combobox}
        />
        <button className="header-search-go" type="submit" aria-label={t('search.label')}>
          <Search aria-hidden />
        </button>
        {shown.length > 0 && (
          <Suspense>
            <SuggestionList id={ID} shown={shown} active={active} onChoose={choose} onClear={suggestions.clearRecent} />
          </Suspense>
        )}
      </div>
    </Form>
  );
}

/** Shows the query of the search page in the field, nothing on other pages; never in a field that has the focus. */
function useShownWords(field: RefObject<HTMLInputElement | null>): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const input = field.current;
    const words = pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : '';
    if (input && input !== document.activeElement) input.value = words;
  }, [pathname, search, field]);
}
