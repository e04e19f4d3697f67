import { inspectionCalls } from '#contract/inspection/calls.ts';
import { inspectionKindLabels } from '#contract/inspection/labels.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './inspection.module.css';
import { formatInspectionDeadline, formatInspectionPlace } from './inspection-text.ts';

const filters = ['waiting'] as const;
const newest: ListSort = { by: 'id', desc: true };

/** Inspections of the person's current and former homes; those that need an answer come first. */
export default function MyInspections() {
  const { link } = useDashboard();
  const list = useListState(filters, newest);
  const waiting = list.filters.waiting === 'true';
  const found = useCall(inspectionCalls.listMine, { page: 1, page_size: 50, ...(waiting ? { z_filter: { waiting: 'true' as const } } : {}) });
  return (
    <>
      <PageHeader
        title={m.inspection_title()}
        sub={waiting ? <AppLink href={list.hrefWith({ waiting: null })}>{m.shell_filters_clear()}</AppLink> : undefined}
      />
      {!found.data ? (
        <LoadingState answer={found} />
      ) : found.data.count === 0 ? (
        <StateBlock title={m.inspection_mine_empty_title()} text={m.inspection_mine_empty_text()} />
      ) : (
        <Panel title={m.inspection_title()} pad={false}>
          <PanelRows>
            {found.data.results.map((one) => (
              <div key={one.id} className={classes.row}>
                <div>
                  <AppLink href={link('inspection.detail', { inspection_id: one.id, code: one.code })}>
                    {inspectionKindLabels[one.kind]()}: {formatInspectionPlace(one)}
                  </AppLink>
                  <p className={classes.quiet}>{formatInspectionDeadline(one)}</p>
                </div>
                <StatusBadge set="inspection" value={one.status} />
              </div>
            ))}
          </PanelRows>
        </Panel>
      )}
    </>
  );
}
