import './faq.css';
import { ChevronDown } from 'lucide-react';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';

const QUESTIONS = ['resell', 'used', 'condition'] as const;

/** One answer is open at a time, the first one initially. Works without JavaScript. */
export function Faq() {
  const { t } = useTranslator();
  return (
    <section className="section faq-band" aria-labelledby="faq">
      <div className="wrap faq">
        <div className="faq-head">
          <h2 id="faq">{t('faq.title')}</h2>
          <p>{t('faq.body')}</p>
          <NextStep />
        </div>
        <div className="faq-answers">
          {QUESTIONS.map((question, index) => (
            <details key={question} name="faq" open={index === 0}>
              <summary>
                {t(`faq.${question}`)}
                <ChevronDown className="icon" aria-hidden />
              </summary>
              <div className="faq-answer">
                <p>{t(`faq.${question}A`)}</p>
              </div>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Signed-in users see a link to their next step in place of the sign-up link. */
function NextStep() {
  const { t } = useTranslator();
  const { user } = useSession();
  if (!user) {
    return (
      <LinkButton size="lg" to="/signup">
        {t('faq.signUp')}
      </LinkButton>
    );
  }
  const selling = user.role === 'seller';
  return (
    <LinkButton size="lg" to={selling ? '/dashboard/addproduct' : '/#collections'}>
      {selling ? t('dash.add') : t('hero.shop')}
    </LinkButton>
  );
}
