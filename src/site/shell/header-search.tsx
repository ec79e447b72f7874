import './header-search.css';
import { Search, Tag } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { Form, useLocation, useNavigate } from 'react-router';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { useCategoryPath } from '../products/category-path.ts';
import type { Suggestion } from './suggest.ts';

/** A page has one search field. */
const ID = 'header-search-field';

/**
 * The search field. It is a form that works without JavaScript, and an editable combobox with suggestions (ARIA
 * Authoring Practices, "List autocomplete with manual selection").
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
  const combobox = {
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

/** A pause in typing before a request. */
const TYPING_PAUSE_MS = 300;
/** A shorter query has no suggestions. */
const QUERY_MIN_CHARS = 2;

// Loaded when a search begins.
const loadCall = () => import('./suggest.ts');

/** Suggestions while the user types. Cancels requests for an outdated query. */
function useSuggestions() {
  const { language } = useTranslator();
  const categoryPath = useCategoryPath();
  const [known, setKnown] = useState<{ text: string; list: readonly Suggestion[] }>({ text: '', list: [] });
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const asking = useRef<{ timer: number; controller: AbortController }>(undefined);
  const shown = open ? known.list : [];

  const forget = useCallback(() => {
    window.clearTimeout(asking.current?.timer);
    asking.current?.controller.abort();
    asking.current = undefined;
  }, []);
  useEffect(() => forget, [forget]);

  async function ask(text: string, signal: AbortSignal) {
    try {
      const { loadSuggestions } = await loadCall();
      const list = await loadSuggestions(text, { language, categoryPath }, signal);
      if (signal.aborted) return;
      setKnown({ text, list });
      setActive(-1);
      setOpen(true);
    } catch (error) {
      // The search works without suggestions.
      if (!signal.aborted) console.error(error);
    }
  }
  function close() {
    forget();
    setOpen(false);
    setActive(-1);
  }
  return {
    shown,
    /** The index of the active option; -1 for the field itself. */
    active,
    close,
    prepare() {
      void loadCall().catch(() => undefined);
    },
    type(typed: string) {
      forget();
      setActive(-1);
      const text = typed.trim();
      if ([...text].length < QUERY_MIN_CHARS) return setOpen(false);
      const controller = new AbortController();
      const timer = window.setTimeout(() => ask(text, controller.signal), TYPING_PAUSE_MS);
      asking.current = { timer, controller };
    },
    /** Moves the active option through the list and the field, in a circle. Opens a list that Escape closed. */
    move(step: 1 | -1, typed: string) {
      const { length } = known.list;
      if (length === 0 || (!open && known.text !== typed.trim())) return;
      setOpen(true);
      setActive((at) => ((at + 1 + step + length + 1) % (length + 1)) - 1);
    },
  };
}
