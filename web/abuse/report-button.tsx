import { lazy, Suspense, useState } from 'react';
import { IconFlag } from '#web/ui/icons.ts';
import { Button } from '#web/ui/public/button.tsx';
import { useIsMounted } from '#web/ui/public/use-alive.ts';
import { m } from '#words/messages.js';
import type { AbuseReportSubject } from './report-dialog.tsx';

const ReportDialog = lazy(() => import('./report-dialog.tsx'));

/** "Report this" under a listing, a property, an agent or a review. The form loads on demand, because few people use it. */
export function AbuseReportButton(reported: AbuseReportSubject) {
  const alive = useIsMounted();
  const [open, setOpen] = useState(false);
  if (!alive) return null;
  return (
    <>
      <Button variant="subtle" tone="gray" left={<IconFlag size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {m.abuse_report()}
      </Button>
      {open && (
        <Suspense>
          <ReportDialog {...reported} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
