import './faq.css';
import { ChevronDown } from 'lucide-react';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { LinkButton } from '#ui/button.tsx';

const QUESTIONS = ['resell', 'used', 'condition'] as const;

/** The next step of each user. */
const NEXT = {
  visitor: { to: '/signup', label: 'faq.signUp' },
  seller: { to: '/dashboard/addproduct', label: 'dash.add' },
  other: { to: '/#collections', label: 'hero.shop' },
} as const;

/** One answer is open at a time, the first one initially. Works without JavaScript. */
export function Faq() {
  const { t } = useTranslator();
  const { user } = useSession();
  const next = NEXT[!user ? 'visitor' : user.roles.includes('seller') ? 'seller' : 'other'];
  return (
    <section className="section" aria-labelledby="faq">
      <div className="wrap faq">
        <div className="faq-head">
          <h2 id="faq">{t('faq.title')}</h2>
          <p>{t('faq.body')}</p>
          <LinkButton size="lg" to={next.to}>
            {t(next.label)}
          </LinkButton>
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
