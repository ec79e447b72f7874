import './search-form.css';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';

interface SearchFormProps {
  /** The parameter of the address. */
  name: string;
  value: string;
  maxLength: number;
  label: string;
  hint: string;
  /** The text of the link to the whole list. */
  allLabel: string;
}

/** A search in a list of the dashboard. The words are in the address of the page. */
export function SearchForm({ name, value, maxLength, label, hint, allLabel }: SearchFormProps) {
  return (
    <search className="search-form">
      <Form replace>
        <SearchField name={name} value={value} maxLength={maxLength} label={label} hint={hint} />
      </Form>
      {value && (
        <Link className="text-link" to="." replace>
          {allLabel}
        </Link>
      )}
    </search>
  );
}

/** The field and the button of a search, for a form. */
export function SearchField({
  name,
  value,
  maxLength,
  label,
  hint,
}: Omit<SearchFormProps, 'allLabel' | 'hint'> & { hint?: string }) {
  const { t } = useTranslator();
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(value);
  // The page keeps the field with its focus, also when a link changes the words. Text typed before hydration stays.
  useEffect(() => {
    if (input.current && shown.current !== value) input.current.value = value;
    shown.current = value;
  }, [value]);
  const searching = useNavigation().location?.search.includes(`${name}=`);
  return (
    <>
      <TextField
        ref={input}
        label={label}
        hint={hint}
        name={name}
        type="search"
        defaultValue={value}
        maxLength={maxLength}
        autoComplete="off"
        enterKeyHint="search"
      />
      <Button
        type="submit"
        look="ghost"
        icon={<Search className="icon" aria-hidden />}
        pending={searching ?? false}
        pendingLabel={t('common.loading')}
      >
        {t('common.search')}
      </Button>
    </>
  );
}
