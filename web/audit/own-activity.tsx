import { homeCalls } from '#contract/home/calls.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate, formatDateTime, phone } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './audit.module.css';
import { formatAuditNote, getAuditEventName } from './words.ts';

type Own = CallResult<typeof homeCalls.activity>;

/** The user's own account and recent actions: sign-ins, changes, created records. */
export function MyAccountActivity() {
  const own = useCall(homeCalls.activity, {});
  if (!own.data) return <LoadingState answer={own} />;
  return (
    <div className={classes.own}>
      <Activity rows={own.data.activity} own={own.data.account.code} />
      <Facts account={own.data.account} />
    </div>
  );
}

function Activity({ rows, own }: { rows: Own['activity']; own: string }) {
  const { locale } = useApp();
  // The own code is left out, since it would repeat on every row; field names and reasons are written in English only.
  const told = (row: Own['activity'][number]) =>
    [row.code === own ? null : row.code, locale === 'en' && formatAuditNote(row)].filter(Boolean).join(' \u00b7 ');
  return (
    <Panel title={m.dashboard_activity_title()} pad={rows.length === 0}>
      {rows.length === 0 && <p className={classes.ownQuiet}>{m.dashboard_activity_empty()}</p>}
      <PanelRows>
        {rows.map((row) => (
          <div key={row.id}>
            <div className={classes.ownWords}>
              <b>{getAuditEventName(row)}</b>
              {told(row) && <small>{told(row)}</small>}
            </div>
            <small className={classes.ownWhen}>{formatDateTime(row.at, locale)}</small>
          </div>
        ))}
      </PanelRows>
    </Panel>
  );
}

function Facts({ account }: { account: Own['account'] }) {
  const { locale } = useApp();
  return (
    <Panel title={m.dashboard_facts_title()}>
      <DefinitionList
        items={[
          { label: m.dashboard_account_email(), value: account.email },
          { label: m.dashboard_account_phone(), value: account.phone ? phone(account.phone) : m.dashboard_not_given() },
          { label: m.dashboard_account_code(), value: account.code },
          ...(account.company ? [{ label: m.dashboard_account_company(), value: account.company }] : []),
          { label: m.dashboard_account_since(), value: formatDate(account.member_since, locale) },
          {
            label: m.dashboard_account_last_sign_in(),
            value: account.last_sign_in ? formatDateTime(account.last_sign_in, locale) : m.dashboard_not_given(),
          },
        ]}
      />
    </Panel>
  );
}
