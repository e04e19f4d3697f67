import { useEffect, useState } from 'react';
import { IconBrandWhatsapp, IconCopy, IconShare } from '#web/ui/icons.ts';
import { Button } from '#web/ui/public/button.tsx';
import { toast } from '#web/ui/toast/store.ts';
import type { ShareView } from './property-view.ts';

/** The phone's own sharing where it has one; WhatsApp and the bare link everywhere. */
export function Share({ share }: { share: ShareView }) {
  const [alive, setAlive] = useState<'no' | 'yes' | 'shares'>('no');
  useEffect(() => setAlive('share' in navigator ? 'shares' : 'yes'), []);
  const copy = () =>
    navigator.clipboard.writeText(share.url).then(
      () => toast({ kind: 'success', title: share.copied, id: 'copied' }),
      () => window.prompt(share.copy, share.url),
    );
  return (
    <>
      <Button
        variant="subtle"
        tone="gray"
        href={share.whatsapp.href}
        target="_blank"
        rel="noopener"
        left={<IconBrandWhatsapp size={17} aria-hidden />}
        aria-label={share.whatsapp.label}
      >
        WhatsApp
      </Button>
      {alive !== 'no' && (
        <Button variant="subtle" tone="gray" left={<IconCopy size={17} aria-hidden />} onClick={() => void copy()}>
          {share.copy}
        </Button>
      )}
      {alive === 'shares' && (
        <Button
          variant="subtle"
          tone="gray"
          left={<IconShare size={17} aria-hidden />}
          // Refused means the person closed the sheet: nothing to say.
          onClick={() => void navigator.share({ title: share.title, url: share.url }).catch(() => undefined)}
        >
          {share.share}
        </Button>
      )}
    </>
  );
}
