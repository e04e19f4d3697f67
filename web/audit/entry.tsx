import { ActionIcon, Button, CopyButton, Drawer } from '@mantine/core';
import { Link } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { auditCalls, type LogDetails, type LogSummary } from '#contract/audit/calls.ts';
import { translateLoggedReason } from '#contract/audit/reasons-money.ts';
import { auditChangeKinds } from '#contract/constants.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { DefinitionList, type FactItem } from '#web/ui/dash/facts.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { IconCheck, IconCopy, IconExternalLink } from '#web/ui/icons.ts';
import { RoleBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './audit.module.css';
import { LoggedChanges } from './changes.tsx';
import { getAuditDocumentName } from './documents.ts';
import { ImpersonateButton } from './impersonate.tsx';
import { LogKindBadge } from './kind-badge.tsx';
import { formatUserAgent, getAuditActorName, getAuditEventName } from './words.ts';

/** One entry of the log, in a drawer beside the list. */
export function LogEntryDrawer({ id, onClose }: { id: number | null; onClose: () => void }) {
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      size={560}
      title={m.audit_entry_title()}
      closeButtonProps={{ 'aria-label': m.shell_close() }}
    >
      {id !== null && <Loaded key={id} id={id} />}
    </Drawer>
  );
}

function Loaded({ id }: { id: number }) {
  const entry = useCall(auditCalls.details, { id });
  if (!entry.data) return <LoadingState answer={entry} rows={6} />;
  return <Entry entry={entry.data} />;
}

type Who = NonNullable<LogSummary['actor']>;
const Person = ({ who }: { who: Who }) => (
  <span className={classes.who}>
    <span>
      {who.name} <span className={classes.quiet}>{who.code}</span>
    </span>
    <RoleBadge role={who.user_type ?? undefined} />
  </span>
);

function Entry({ entry }: { entry: LogDetails }) {
  const href = useRecordLink(entry);
  const fact = (label: string, value: FactItem['value'] | null): FactItem[] => (value === null || value === '' ? [] : [{ label, value }]);
  const record = [entry.record_code, entry.record_id !== null && entry.record_code !== String(entry.record_id) ? `#${entry.record_id}` : null]
    .filter(Boolean)
    .join(' · ');
  return (
    <div className={classes.entry}>
      <div className={classes.event}>
        <LogKindBadge row={entry} />
        <b>{getAuditEventName(entry)}</b>
      </div>
      <DefinitionList
        items={[
          { label: m.audit_column_time(), value: formatDateTime(entry.at) },
          {
            label: m.audit_entry_by(),
            value: entry.impersonator ? <Person who={entry.impersonator} /> : entry.actor ? <Person who={entry.actor} /> : getAuditActorName(entry),
          },
          ...fact(m.audit_entry_as(), entry.impersonator && entry.actor ? <Person who={entry.actor} /> : null),
          ...fact(m.audit_entry_email(), entry.email),
          ...fact(m.audit_entry_company(), entry.company),
          { label: m.audit_filter_document(), value: getAuditDocumentName(entry.document) },
          ...fact(m.audit_column_record(), record),
          ...fact(m.audit_entry_reason(), entry.reason && translateLoggedReason(entry.reason)),
          ...fact(m.audit_column_address(), entry.ip),
          ...fact(m.audit_entry_device(), entry.agent && <span title={entry.agent}>{formatUserAgent(entry.agent)}</span>),
          ...fact(m.audit_entry_request(), entry.request_id && <Copyable text={entry.request_id} />),
          {
            label: m.audit_entry_seal(),
            value: entry.seal ? (
              <span title={entry.seal.hash}>{m.audit_entry_seal_text({ no: entry.seal.no, hash: entry.seal.hash.slice(0, 12) })}</span>
            ) : (
              m.audit_entry_seal_waits()
            ),
          },
        ]}
      />
      <section>
        <h3>{m.audit_entry_changes()}</h3>
        <LoggedChanges changes={entry.changes} />
      </section>
      <div className={classes.ways}>
        {href && (
          <Button component={Link} to={href} variant="default" leftSection={<IconExternalLink size={16} aria-hidden />}>
            {m.audit_entry_open()}
          </Button>
        )}
        {entry.actor && <ImpersonateButton userId={entry.actor.id} name={entry.actor.name} userType={entry.actor.user_type ?? undefined} />}
      </div>
    </div>
  );
}

const Copyable = ({ text }: { text: string }) => (
  <span className={classes.copy}>
    <code>{text}</code>
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <ActionIcon size={28} variant="subtle" onClick={copy} aria-label={copied ? m.audit_copied() : m.audit_copy()}>
          {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  </span>
);

/** The page of the record in this dashboard, if the user may open it; none for a deleted record. */
function useRecordLink({ document, record_id, record_code, kind }: LogDetails): string | null {
  const { visitor } = useApp();
  const { layout, link } = useDashboard();
  if (record_id === null || kind === auditChangeKinds.delete) return null;
  const keepsPolicies = (layout === 'admin' || layout === 'superadmin') && isAllowed(['policies', 'read'], visitor);
  if (document === 'policies' && keepsPolicies) return link('policy.detail', { id: record_id, slug: record_code ?? 'policy' });
  return null;
}
