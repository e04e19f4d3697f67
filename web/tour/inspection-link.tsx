import type { ReactNode } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import type { ScheduleEntry } from '#contract/tour/shapes.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { AppLink } from '#web/ui/link.tsx';
import classes from './schedule.module.css';

/** Links a calendar entry to its inspection. A reader without access to the inspection sees the entry only. */
export function InspectionLink({ one, children }: { one: Pick<ScheduleEntry, 'id' | 'code'>; children: ReactNode }) {
  const { visitor } = useApp();
  const { link } = useDashboard();
  if (!isAllowed(['tenancies', 'read'], visitor)) return children;
  return (
    <AppLink className={classes.inspection ?? ''} href={link('inspection.detail', { inspection_id: one.id, code: one.code })}>
      {children}
    </AppLink>
  );
}
