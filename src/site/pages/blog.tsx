import './prose.css';
import './blog.css';
import { Link as LinkIcon } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { rootDataContext } from '#platform/web/api-context.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { toast } from '#ui/toast.tsx';
import { TONES } from '#ui/tone.ts';
import { PageAddresses } from '../shell/page-addresses.tsx';
import type { Route } from './+types/blog.ts';
import { ProsePanel } from './prose.tsx';
import blog from './server/blog.json' with { type: 'json' };

/** Returns the page's answers in the request's language. */
export function loader({ context }: Route.LoaderArgs) {
  return { answers: blog[context.get(rootDataContext).language] };
}

/** Paths match in any case. This spelling is the canonical one. */
const ADDRESS = '/blog';

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { t, product, number } = useTranslator();
  return (
    <div className="wrap prose-page">
      <title>{`${t('blog.title')} · ${product}`}</title>
      <meta name="description" content={t('blog.lead')} />
      <PageAddresses path={ADDRESS} />
      <ProsePanel tone="sky" art="/art/cut-books.svg" title={t('blog.title')}>
        {t('blog.lead')}
      </ProsePanel>
      <div className="blog">
        {loaderData.answers.map((answer, index) => (
          <article key={answer.id} id={answer.id} className="blog-card" aria-labelledby={`${answer.id}-heading`}>
            <span className={`blog-number tone-${TONES[index % TONES.length]}`} aria-hidden>
              {number(index + 1)}
            </span>
            <h2 id={`${answer.id}-heading`}>{answer.question}</h2>
            <p>{withCode(answer.answer)}</p>
            <Link
              to={`#${answer.id}`}
              className="blog-copy"
              aria-label={t('blog.copyOf', { question: answer.question })}
              onClick={(event) => copyAddress(event, answer.id, t('blog.copied'))}
            >
              <LinkIcon className="icon" aria-hidden />
              {t('blog.copy')}
            </Link>
          </article>
        ))}
      </div>
    </div>
  );
}

/** Copies the URL of an answer. Without permission it follows the link, so that the address bar shows it. */
function copyAddress(event: MouseEvent, id: string, done: string) {
  if (!navigator.clipboard) return;
  event.preventDefault();
  const address = new URL(`${ADDRESS}#${id}`, location.href).href;
  navigator.clipboard.writeText(address).then(
    () => toast.success(done),
    () => location.assign(`#${id}`),
  );
}

/** Text between backticks is code. */
function withCode(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}
