import './header-search.css';
import { Search, Tag } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect } from 'react';
import { Form, useLocation, useNavigate } from 'react-router';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import type { Suggestion } from './suggest.ts';
import { useSuggestions } from './use-suggestions.ts';

/** A page has one search field. */
const ID = 'header-search-field';

/**
 * The search field. It is a form that works without JavaScript. For signed-in users it is an editable combobox with
 * suggestions (ARIA Authoring Practices, "List autocomplete with manual selection").
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
  const suggestions = useSuggestions(state === 'signedIn');
  const { shown, active } = suggestions;
  useShownWords(field);

  function choose(suggestion: Suggestion) {
    suggestions.close();
    if (field.current) field.current.value = suggestion.label;
    navigate(suggestion.to);
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
  const combobox = state === 'signedIn' && {
    role: 'combobox',
    'aria-autocomplete': 'list' as const,
    'aria-expanded': shown.length > 0,
    'aria-controls': `${ID}-list`,
    'aria-activedescendant': shown[active] && `${ID}-${active}`,
    onKeyDown: press,
    onFocus: suggestions.prepare,
    onInput: (event: FormEvent<HTMLInputElement>) => suggestions.type(event.currentTarget.value),
    onBlur: suggestions.close,
  };
  return (
    <Form
      action="/search"
      role="search"
      id="header-search"
      className="header-search"
      data-open={open || undefined}
      onSubmit={suggestions.close}
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
        {state === 'signedIn' && (
          <div
            className="header-search-list"
            role="listbox"
            id={`${ID}-list`}
            aria-label={t('search.suggestions')}
            hidden={shown.length === 0}
          >
            {shown.map((suggestion, index) => (
              <button
                key={suggestion.to}
                type="button"
                id={`${ID}-${index}`}
                className="header-search-option"
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                // Keeps the focus in the field, which names the active option.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(suggestion)}
              >
                {suggestion.category ? <Tag aria-hidden /> : <Search aria-hidden />}
                <span>{suggestion.label}</span>
                {suggestion.category && <small>{t('search.isCategory')}</small>}
              </button>
            ))}
          </div>
        )}
      </div>
    </Form>
  );
}

/**
 * Shows the query of the search page in the field, and nothing on other pages. Does not change a field that has the
 * focus.
 */
function useShownWords(field: RefObject<HTMLInputElement | null>): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const input = field.current;
    const words = pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : '';
    if (input && input !== document.activeElement) input.value = words;
  }, [pathname, search, field]);
}
