import './avatar.css';
import { toneClass } from './tone.ts';

const LETTERS = new Intl.Segmenter();

/** A person's initial on a pastel colour derived from the name. The name must be beside it. */
export function Avatar({ name, size = 'md' }: { name: string; size?: 'md' | 'lg' }) {
  const [initial] = LETTERS.segment(name.trim() || '?');
  return (
    <span className={`avatar avatar-${size} ${toneClass('', name)}`} aria-hidden>
      {initial?.segment.toUpperCase()}
    </span>
  );
}
