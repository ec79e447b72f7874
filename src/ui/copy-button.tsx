import { Copy } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from './button.tsx';

interface CopyButtonProps extends Pick<ComponentProps<typeof Button>, 'look' | 'size' | 'children'> {
  text: string;
  /** Said when the text is copied. */
  copied: string;
  /** Said when the browser refuses. */
  refused: string;
}

/**
 * Copies a text and says the result beside it. Nothing where the browser has no clipboard. The server does not know that, so
 * it is rendered after hydration.
 */
export function CopyButton({ text, copied, refused, ...button }: CopyButtonProps) {
  const [result, setResult] = useState('');
  if (!navigator.clipboard) return null;
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
