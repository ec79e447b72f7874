import './testimonials.css';
import { Star } from 'lucide-react';
import { useTranslator } from '#platform/web/translator.tsx';
import { Avatar } from '#ui/avatar.tsx';

const STARS = [1, 2, 3, 4, 5];

/** The same entry twice, until there is another one. */
const ENTRIES = ['first', 'second'];

/** 'Hear from fellow Good-willers': the reviews of the store. */
export function Testimonials() {
  const { t } = useTranslator();
  return (
    <section className="section" aria-labelledby="testimonials">
      <div className="wrap">
        <div className="section-head">
          <h2 id="testimonials">{t('home.testimonials')}</h2>
        </div>
        {/* On phones it scrolls, also by keys. */}
        <ul className="testimonials" aria-labelledby="testimonials" tabIndex={0}>
          {ENTRIES.map((entry) => (
            <li key={entry}>
              <figure>
                <div className="stars" role="img" aria-label={t('home.fiveStars')}>
                  {STARS.map((star) => (
                    <Star key={star} aria-hidden />
                  ))}
                </div>
                <blockquote>“{t('home.testimonial')}”</blockquote>
                <figcaption>
                  <Avatar name={t('home.testimonialName')} />
                  <span>
                    <b>{t('home.testimonialName')}</b>
                    {t('home.testimonialWho')}
                  </span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
