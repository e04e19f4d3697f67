import type { LogChange } from '#contract/audit/calls.ts';
import { DiffView } from '#web/ui/dash/diff-view.tsx';
import { IconArrowRight } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './audit.module.css';
import { getAuditFieldName, isUnnamedReference, type LoggedChange, splitChange } from './sentence.ts';
import { formatAuditValue, isEmptyValue, isHtmlValue, isLongValue } from './values.ts';

/** Changes by field, old and new; for long texts the changed words. Secrets are masked by the server. */
export function LoggedChanges({ changes }: { changes: readonly LogChange[] }) {
  if (changes.length === 0) return <p className={classes.quiet}>{m.audit_entry_no_changes()}</p>;
  return (
    <dl className={classes.changes}>
      {changes.flatMap(splitChange).map((change, at) => (
        // Two groups may hold facts of one name.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <div key={`${change.field}-${at}`}>
          <dt>{getAuditFieldName(change.field)}</dt>
          <dd>
            <Values change={change} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Values({ change }: { change: LoggedChange }) {
  if (isUnnamedReference(change)) return <span className={classes.quiet}>{m.audit_value_changed()}</span>;
  if (isLongValue(change.old) || isLongValue(change.new)) {
    const [before, after] = [String(change.old ?? ''), String(change.new ?? '')];
    const labels = { added: m.audit_value_added(), removed: m.audit_value_removed(), same: m.audit_value_same() };
    return (
      <div className={classes.long}>
        <DiffView before={before} after={after} format={isHtmlValue(before) || isHtmlValue(after) ? 'html' : 'plain'} labels={labels} />
      </div>
    );
  }
  // A value that was empty before is shown without "Empty →".
  if (isEmptyValue(change.old)) return <span className={classes.now}>{formatAuditValue(change.field, change.new)}</span>;
  return (
    <span className={classes.values}>
      <span className="sr-only">{m.audit_value_before()}</span>
      <del>{formatAuditValue(change.field, change.old)}</del>
      <IconArrowRight size={14} aria-hidden />
      <span className="sr-only">{m.audit_value_after()}</span>
      <span className={isEmptyValue(change.new) ? classes.quiet : classes.now}>{formatAuditValue(change.field, change.new)}</span>
    </span>
  );
}
