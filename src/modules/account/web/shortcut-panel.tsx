import { useEffect, useState } from 'react';
import { isSearchShortcutOn, setSearchShortcut } from '#platform/lists/search-shortcut.ts';
import { useTranslator } from '#platform/web/translator.tsx';

/** Turns the single-key shortcut on and off. */
export function ShortcutPanel() {
  const { t } = useTranslator();
  const [on, setOn] = useState(true);
  // Only the device knows its setting.
  useEffect(() => setOn(isSearchShortcutOn()), []);
  function turn(wanted: boolean) {
    setSearchShortcut(wanted);
    setOn(wanted);
  }
  return (
    <section className="account-panel account-keys" aria-labelledby="account-keys">
      <h2 id="account-keys">{t('account.keys')}</h2>
      <label className="account-check">
        <input type="checkbox" checked={on} onChange={(event) => turn(event.currentTarget.checked)} />
        <span>{t('account.searchKey')}</span>
      </label>
    </section>
  );
}
