import { Link } from 'react-router';
import { interpolate } from '#i18n/messages.ts';
import { useTranslator } from '#platform/web/translator.tsx';

const LINK = /\[([^\]]+)\]\(([^)]+)\)/g;

/** A text with links: `[label](/path)`. `{product}` is the store's name. */
export function RichText({ text }: { text: string }) {
  const { product } = useTranslator();
  const filled = interpolate(text, { product });
  const parts: (string | { label: string; to: string })[] = [];
  let end = 0;
  for (const match of filled.matchAll(LINK)) {
    const [whole, label = '', to = ''] = match;
    parts.push(filled.slice(end, match.index), { label, to });
    end = match.index + whole.length;
  }
  parts.push(filled.slice(end));
  return parts.map((part) =>
    typeof part === 'string' ? (
      part
    ) : (
      // A drawing is a file, not a page of the app.
      <Link key={part.to} to={part.to} className="text-link" reloadDocument={part.to.startsWith('/art/')}>
        {part.label}
      </Link>
    ),
  );
}
