import { translateAuditReason } from '#contract/audit/reasons.ts';
import type { InspectionDetails } from '#contract/inspection/calls.ts';
import { ActivityList } from '#web/ui/dash/activity.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { IconClipboardCheck } from '#web/ui/icons.ts';
import { getStatusLabel } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './inspection.module.css';

/** The history of an inspection, and steps that arrived too late to count. */
export function InspectionHistory({ one }: { one: InspectionDetails }) {
  return (
    <>
      {one.addenda.length > 0 && (
        <Panel title={m.inspection_addenda()}>
          <p className={classes.quiet}>{m.inspection_addenda_help()}</p>
          <ul className={classes.past}>
            {one.addenda.map((said) => (
              <li key={`${said.at}${said.text}`}>
                {said.text} <span className={classes.quiet}>{`${said.by}, ${formatDateTime(said.at)}`}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {one.history.length > 0 && (
        <Panel title={m.inspection_history()}>
          <ActivityList
            items={one.history.map((step) => ({
              key: `${step.at}${step.move}`,
              what: `${getStatusLabel('inspection', step.to)}${step.reason ? `: ${translateAuditReason(step.reason)}` : ''}`,
              by: step.by ?? m.inspection_by_itself(),
              at: step.at,
              icon: IconClipboardCheck,
            }))}
          />
        </Panel>
      )}
    </>
  );
}
