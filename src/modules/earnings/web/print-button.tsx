import { Printer } from 'lucide-react';
import { Button } from '#ui/button.tsx';

/** Opens the browser's print dialog. */
export function PrintButton({ label }: { label: string }) {
  return (
    <Button icon={<Printer className="icon" aria-hidden />} onClick={() => window.print()}>
      {label}
    </Button>
  );
}
