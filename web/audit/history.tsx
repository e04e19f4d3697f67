import { Button } from '@mantine/core';
import { useState } from 'react';
import { auditCalls, type LogSummary } from '#contract/audit/calls.ts';
import type { AuditDocument } from '#contract/modules.ts';
import { useCall } from '#web/client/use-call.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { RowsLoading, StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { RoleBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './audit.module.css';
import { LogEntryDrawer } from './entry.tsx';
import { LogKindBadge } from './kind-badge.tsx';
import { formatAuditNote, getAuditActorName } from './words.ts';

const steps = [10, 20, 50, 100] as const;

/** The history of one record, newest first: the "History" tab of detail pages. It shows what the user may see of the log. */
export function AuditHistory({ document, record }: { document: AuditDocument; record: number }) {
  const [step, setStep] = useState(0);
  const [entry, setEntry] = useState<number | null>(null);
  const size = steps[step] ?? 100;
  const logs = useCall(auditCalls.list, { page: 1, page_size: size, z_filter: { document, record: String(record) } });
  if (logs.isPending) return <RowsLoading rows={4} label={m.shell_loading()} />;
  if (!logs.data)
    return (
      <StateBlock
        kind="error"
        title={m.audit_not_loaded()}
        text=""
        action={<Button onClick={() => void logs.refetch()}>{m.shell_try_again()}</Button>}
      />
    );
  const { results, count } = logs.data;
  if (count === 0) return <Panel>{m.audit_history_empty()}</Panel>;
  return (
    <Panel title={m.audit_history()} right={<span className={classes.quiet}>{m.audit_count({ count })}</span>} pad={false}>
      <ul className={classes.history}>
        {results.map((row) => (
          <Line key={row.id} row={row} open={() => setEntry(row.id)} />
        ))}
      </ul>
      {count > size && step < steps.length - 1 && (
        <div className={classes.more}>
          <Button variant="default" loading={logs.isPlaceholderData} onClick={() => setStep(step + 1)}>
            {m.audit_history_more()}
          </Button>
        </div>
      )}
      <LogEntryDrawer id={entry} onClose={() => setEntry(null)} />
    </Panel>
  );
}

const Line = ({ row, open }: { row: LogSummary; open: () => void }) => (
  <li>
    <div className={classes.line}>
      <LogKindBadge row={row} />
      <b>{row.impersonator ? m.audit_impersonating({ name: row.impersonator.name, actor: row.actor?.name ?? '' }) : getAuditActorName(row)}</b>
      <RoleBadge role={(row.impersonator ?? row.actor)?.user_type ?? undefined} />
      <span className={classes.quiet}>{formatAuditNote(row)}</span>
      <time dateTime={row.at}>{formatDateTime(row.at)}</time>
      <Button size="compact-sm" variant="subtle" onClick={open}>
        {m.shell_open()}
      </Button>
    </div>
  </li>
);
