import { inspectionCalls } from '#contract/inspection/calls.ts';
import { inspectionKindLabels } from '#contract/inspection/labels.ts';
import { useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './inspection.module.css';
import { InspectionStatusBadge } from './inspection-status-badge.tsx';

/** The inspections of a tenancy, on its page. */
export function TenancyInspections({ tenancyId }: { tenancyId: number }) {
  const { link } = useDashboard();
  const found = useCall(inspectionCalls.list, { page: 1, page_size: 20, z_filter: { tenancy_id: tenancyId } }, { quiet: true });
  const rows = found.data?.results ?? [];
  if (rows.length === 0) return null;
  return (
    <Panel title={m.inspection_title()} pad={false}>
      <PanelRows>
        {rows.map((one) => (
          <div key={one.id} className={classes.row}>
            <div>
              <AppLink href={link('inspection.detail', { inspection_id: one.id, code: one.code })}>
                <b>{inspectionKindLabels[one.kind]()}</b>
              </AppLink>
              <p className={classes.quiet}>{[one.code, formatDateTime(one.scheduled_at)].join(' · ')}</p>
            </div>
            <InspectionStatusBadge one={one} />
          </div>
        ))}
      </PanelRows>
    </Panel>
  );
}
