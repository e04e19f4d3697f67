import { useState } from 'react';
import { useParams } from 'react-router';
import type { CallResult } from '#contract/kernel/call.ts';
import type { listingCalls } from '#contract/listing/calls.ts';
import { listingPublicScreens } from '#contract/listing/public.ts';
import { sendCallByPath } from '#web/client/call-by-path.ts';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { Button } from '#web/ui/public/button.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { Panel } from '#web/ui/public/panel.tsx';
import { m } from '#words/messages.js';
import classes from './confirmation.module.css';

export const handle = makeScreenHandle(listingPublicScreens.still, m.screens_listing_still);

/** The page of the "still available?" link. Opening it does not confirm anything, because mail scanners open links. */
export default function ListingConfirmationPage() {
  const { key = '' } = useParams();
  const [title, setTitle] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const say = async () => {
    setBusy(true);
    try {
      setTitle(
        (await sendCallByPath<CallResult<typeof listingCalls.confirmByKey>>('POST', '/api/v2/listing/still_available/', { key }, 'anyone')).title,
      );
    } catch {
      setFailed(true);
    }
    setBusy(false);
  };
  return (
    <div className={`wrap ${classes.still}`}>
      <Panel>
        <h1>{title === null ? m.listing_still_title() : m.listing_still_done_title()}</h1>
        {failed ? (
          <Note tone="bad">{m.listing_still_failed()}</Note>
        ) : (
          <>
            <p>{title === null ? m.listing_still_text() : m.listing_still_done_text({ title })}</p>
            {title === null && (
              <Button loading={busy} onClick={() => void say()}>
                {m.listing_still_button()}
              </Button>
            )}
          </>
        )}
      </Panel>
    </div>
  );
}
