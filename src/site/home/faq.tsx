import './faq.css';
import { useSession } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Accordion } from '#ui/accordion.tsx';
import { LinkButton } from '#ui/button.tsx';

export function Faq() {
  const { t } = useTranslator();
  const questions = [
    { question: t('faq.resell'), answer: <p>{t('faq.resellA')}</p> },
    { question: t('faq.used'), answer: <p>{t('faq.usedA')}</p> },
    { question: t('faq.condition'), answer: <p>{t('faq.conditionA')}</p> },
  ];
  return (
    <section className="section faq-band" aria-labelledby="faq">
      <div className="wrap faq">
        <div className="faq-head">
          <h2 id="faq">{t('faq.title')}</h2>
          <p>{t('faq.body')}</p>
          <NextStep />
        </div>
        <Accordion name="faq" items={questions} />
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
