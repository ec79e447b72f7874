import { useFetcher } from 'react-router';
import type { ActionResult } from '#platform/forms/action-result.ts';
import { ThemeChoice } from '#platform/forms/theme-choice.tsx';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { ChoiceCards } from '#ui/choice-cards.tsx';

/** Each language under its own name. */
const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'bn', label: 'বাংলা' },
];

/** The language of pages and e-mails, and the theme of this device. */
export function AppearancePanel() {
  const { t, language } = useTranslator();
  const fetcher = useFetcher<ActionResult>();
  return (
    <section className="account-panel" aria-labelledby="account-look">
      <h2 id="account-look">{t('me.look')}</h2>
      <fetcher.Form method="post" className="form account-form">
        <input type="hidden" name="intent" value="language" />
        <ChoiceCards legend={t('me.language')} name="language" options={LANGUAGES} defaultValue={language} />
        <p className="field-hint">{t('me.languageHint')}</p>
        <div>
          <Button
            type="submit"
            look="ghost"
            aria-describedby="account-look"
            pending={fetcher.state !== 'idle'}
            pendingLabel={t('me.saving')}
          >
            {t('me.save')}
          </Button>
        </div>
      </fetcher.Form>
      <h3 className="field-label">{t('me.theme')}</h3>
      <ThemeChoice />
    </section>
  );
}
