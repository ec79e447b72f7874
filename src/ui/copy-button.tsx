import { Copy } from 'lucide-react';
import { type ComponentProps, useState, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';

interface CopyButtonProps extends Pick<ComponentProps<typeof Button>, 'look' | 'size' | 'children'> {
  text: string;
  /** Said when the text is copied. */
  copied: string;
  /** Said when the browser refuses. */
  refused: string;
}

const neverChanges = () => () => undefined;
const mayCopy = () => navigator.clipboard !== undefined;

/** Copies a text and says the result beside it. Rendered only where the browser has a clipboard. */
export function CopyButton({ text, copied, refused, ...button }: CopyButtonProps) {
  const [result, setResult] = useState('');
  const canCopy = useSyncExternalStore(neverChanges, mayCopy, () => false);
  if (!canCopy) return null;
  function copy() {
    navigator.clipboard.writeText(text).then(
      () => setResult(copied),
      () => setResult(refused),
    );
  }
  return (
    <>
      <Button {...button} icon={<Copy className="icon" aria-hidden />} onClick={copy} />
      <span role="status">{result}</span>
    </>
  );
}
