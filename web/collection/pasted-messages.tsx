import { collectionCalls } from '#contract/collection/calls.ts';
import type { PastedMessageState } from '#contract/collection/kinds.ts';
import { useCall } from '#web/client/use-call.ts';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './collection.module.css';

const states: Readonly<Record<PastedMessageState, () => string>> = {
  asked: m.payments_pasted_asked,
  found: m.payments_pasted_found,
  looked: m.payments_pasted_looked,
  other: m.payments_pasted_other,
  unknown: m.payments_pasted_unknown,
};
/** Messages that the user submitted for this home, with their status. */
export function PastedMessages({ tenancyId }: { tenancyId: number }) {
  const found = useCall(collectionCalls.listMessages, { tenancy_id: tenancyId }, { quiet: true });
  const rows = found.data?.results ?? [];
  if (rows.length === 0) return null;
  return (
    <div className={classes.after}>
      <Panel title={m.payments_pasted_title()} pad={false}>
        <PanelRows>
          {rows.map((row) => (
            <div key={row.external}>
              <span className={classes.grow}>
                <b className="num">{row.external}</b>
                <small>{states[row.state]()}</small>
              </span>
              <small>{formatDateTime(row.at)}</small>
            </div>
          ))}
        </PanelRows>
      </Panel>
    </div>
  );
}
