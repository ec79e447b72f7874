import { formatDeadline } from '#i18n/deadline-format.ts';
import { useTranslator } from '#platform/web/translator.tsx';

/** Stands for the instant while its text is split; no text has it. */
const GAP = '\u0000';

/** A text with an instant (ISO 8601) in it. `format` returns the text for a date. */
export function TimedText({ at, format = (date) => date }: { at: string; format?(date: string): string }) {
  const { language, date } = useTranslator();
  const [before, after = ''] = format(GAP).split(GAP);
  // Keeps a punctuation mark on the line of the date.
  const [mark = ''] = after.split(' ', 1);
  return (
    <>
      {before}
      <span className="timed">
        <time dateTime={at} title={date(at)}>
          {formatDeadline(language, at)}
        </time>
        {mark}
      </span>
      {after.slice(mark.length)}
    </>
  );
}
