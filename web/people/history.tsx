import { useState } from 'react';
import { translateLoggedReason } from '#contract/audit/reasons-money.ts';
import { auditChangeKinds } from '#contract/constants.ts';
import { type HistoryEntry, peopleCalls } from '#contract/people/calls.ts';
import { formatLoggedChanges } from '#web/audit/sentence.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { PanelPagination } from './pages.tsx';
import classes from './people.module.css';

const size = 20;

/** The log entries of one account, newest first, in pages. */
export function PersonHistory({ userId }: { userId: number }) {
  const [page, setPage] = useState(1);
  const traces = useCall(peopleCalls.history, { user_id: userId, page, page_size: size });
  if (!traces.data) return <LoadingState answer={traces} rows={6} />;
  const { results, count } = traces.data;
  if (count === 0) return <StateBlock title={m.people_history_empty_title()} text={m.people_history_empty_text()} />;
  return (
    <Panel pad={false}>
      <PanelRows>
        {results.map((trace) => (
          <One key={trace.id} trace={trace} />
        ))}
      </PanelRows>
      <PanelPagination page={page} count={count} size={size} go={setPage} />
    </Panel>
  );
}

const One = ({ trace }: { trace: HistoryEntry }) => (
  <div className={classes.trace}>
    <span className={classes.line}>
      {trace.document === 'session' || trace.kind === auditChangeKinds.undefined ? (
        <b>{trace.reason ? translateLoggedReason(trace.reason) : m.people_history_session()}</b>
      ) : (
        <StatusBadge set="audit" value={trace.kind} />
      )}
      {trace.document !== 'session' && trace.kind !== auditChangeKinds.undefined && trace.reason && (
        <span>{translateLoggedReason(trace.reason)}</span>
      )}
    </span>
    {formatLoggedChanges(trace.changes).map((sentence) => (
      <span key={sentence} className={classes.change}>
        {sentence}
      </span>
    ))}
    <small>{m.people_history_by({ name: trace.actor ?? m.people_history_system(), date: formatDateTime(trace.at) })}</small>
  </div>
);
