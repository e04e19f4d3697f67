import { useEffect, useState } from 'react';
import { IconBrandWhatsapp, IconCopy, IconShare } from '#web/ui/icons.ts';
import { Button } from '#web/ui/public/button.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import classes from './card/compare.module.css';
import type { ShareView } from './offer/property-view.ts';

/**
 * The phone's own share sheet if available; WhatsApp and the plain link everywhere. Controls that need scripts reserve their space, so that content
 * below does not move.
 */
export function ShareButtons({ share }: { share: ShareView }) {
  const [shares, setShares] = useState(true);
  useEffect(() => setShares('share' in navigator), []);
  const copy = () =>
    navigator.clipboard.writeText(share.url).then(
      () => showToast({ kind: 'success', title: share.copied, id: 'copied' }),
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
      <Button variant="subtle" tone="gray" className={classes.waits} left={<IconCopy size={17} aria-hidden />} onClick={() => void copy()}>
        {share.copy}
      </Button>
      {shares && (
        <Button
          variant="subtle"
          className={classes.waits}
          tone="gray"
          left={<IconShare size={17} aria-hidden />}
          // A rejected promise means that the person closed the share dialog.
          onClick={() => void navigator.share({ title: share.title, url: share.url }).catch(() => undefined)}
        >
          {share.share}
        </Button>
      )}
    </>
  );
}
