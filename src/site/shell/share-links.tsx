import './share-links.css';
import { Link as LinkIcon, Share2 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useRootData } from '#platform/web/session.ts';
import { useTranslator } from '#platform/web/translator.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { pageAddress } from './page-addresses.tsx';

const neverChanges = () => () => undefined;
const canShare = () => 'share' in navigator;
const canCopy = () => navigator.clipboard !== undefined;

/** Shares a page by the device's own sheet (Web Share API), otherwise by WhatsApp, Facebook or the clipboard. */
export function ShareLinks({ path, text }: { path: string; text: string }) {
  const { t } = useTranslator();
  const address = pageAddress(useRootData(), path);
  const sheet = useSyncExternalStore(neverChanges, canShare, () => false);
  const clipboard = useSyncExternalStore(neverChanges, canCopy, () => false);
  if (sheet)
    return (
      <Button look="quiet" size="sm" icon={<Share2 className="icon" aria-hidden />} onClick={openSheet}>
        {t('share.open')}
      </Button>
    );

  // Rejected when the person closes the sheet.
  function openSheet() {
    navigator.share({ title: text, url: address }).catch(() => undefined);
  }
  function copy() {
    navigator.clipboard.writeText(address).then(
      () => toast.success(t('share.copied')),
      () => toast.error(t('share.notCopied', { address })),
    );
  }
  return (
    <p className="share-links">
      <span className="share-title">{t('share.open')}</span>
      <LinkButton look="quiet" size="sm" target="_blank" to={`https://wa.me/?${query({ text: `${text} ${address}` })}`}>
        WhatsApp
      </LinkButton>
      <LinkButton
        look="quiet"
        size="sm"
        target="_blank"
        to={`https://www.facebook.com/sharer/sharer.php?${query({ u: address })}`}
      >
        Facebook
      </LinkButton>
      {clipboard && (
        <Button look="quiet" size="sm" icon={<LinkIcon className="icon" aria-hidden />} onClick={copy}>
          {t('share.copy')}
        </Button>
      )}
    </p>
  );
}

const query = (values: Record<string, string>) => new URLSearchParams(values);
