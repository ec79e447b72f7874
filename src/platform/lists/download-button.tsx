import { Download } from 'lucide-react';
import type { Call, CallSpec, Input } from '#platform/contract/call.ts';
import { useDownload } from '#platform/web/download.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';

/** Downloads the CSV file that a call returns. A day is added to its name. */
export function DownloadButton<S extends CallSpec & { file: string }>(props: {
  call: Call<S>;
  input: Input<S>;
  name: string;
  /** Today by default. */
  day?: string;
  label: string;
  pendingLabel: string;
  /** The toast after the file is saved. */
  done: string;
}) {
  const { translate } = useTranslator();
  const { pending, save } = useDownload();
  async function press() {
    const day = props.day ?? new Date().toISOString().slice(0, 10);
    const { fault } = await save(props.call, props.input, `${props.name}-${day}.csv`);
    if (fault) toast.error(translate(fault));
    else toast.success(props.done);
  }
  return (
    <Button
      look="ghost"
      size="sm"
      icon={<Download className="icon" aria-hidden />}
      pending={pending}
      pendingLabel={props.pendingLabel}
      onClick={press}
    >
      {props.label}
    </Button>
  );
}
