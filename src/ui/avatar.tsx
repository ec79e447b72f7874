import './avatar.css';
import { toneClass } from './tone.ts';

/** A person's initial on a pastel colour derived from the name. The name must be beside it. */
export function Avatar({ name, size = 'md' }: { name: string; size?: 'md' | 'lg' }) {
  const letters = new Intl.Segmenter().segment(name.trim() || '?');
  const initial = [...letters][0]?.segment.toUpperCase();
  return (
    <span className={`avatar avatar-${size} ${toneClass('', name)}`} aria-hidden>
      {initial}
    </span>
  );
}
