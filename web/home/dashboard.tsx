import { Button } from '@mantine/core';
import { timeZone } from '#contract/constants.ts';
import { homeCalls } from '#contract/home/calls.ts';
import type { Answer } from '#contract/kernel/call.ts';
import { href } from '#contract/kernel/screen.ts';
import { policyCalls } from '#contract/policy/calls.ts';
import { policyPublic } from '#contract/policy/public.ts';
import { clock } from '#contract/time/clock.ts';
import { eventName, noteOf } from '#web/audit/words.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDash } from '#web/layout/screen.ts';
import { Waiting } from '#web/layout/waiting.tsx';
import { EarbNote } from '#web/people/earb.tsx';
import { Defs } from '#web/ui/dash/facts.tsx';
import { KpiStrip } from '#web/ui/dash/kpi-strip.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { count, date, dateDay, dateTime, phone } from '#web/ui/format.ts';
import { IconFileText } from '#web/ui/icons.ts';
import { A } from '#web/ui/link.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './dashboard.module.css';
import { PortfolioTiles } from './portfolio.tsx';
import { TenantHome } from './tenant.tsx';

type Overview = Answer<typeof homeCalls.overview>;
const tileNames = { published: m.dashboard_tile_published, drafts: m.dashboard_tile_drafts, retired: m.dashboard_tile_retired } as const;
const tileStatus = { published: 'published', drafts: 'draft', retired: 'retired' } as const;

/** Morning, afternoon or evening in Nairobi, whatever the device thinks. */
function greeting(name: string): string {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hour12: false, timeZone }).format(clock.now()));
  return (hour < 12 ? m.shell_greeting_morning : hour < 17 ? m.shell_greeting_afternoon : m.shell_greeting_evening)({ name });
}

/** The home of every dashboard: numbers that open the lists they count, what applies, what happened last. */
export default function DashboardHome() {
  const { user, visitor, locale } = useApp();
  const { link } = useDash();
  const overview = useCall(homeCalls.overview, {});
  const first = user?.name.split(' ')[0] ?? '';
  return (
    <>
      <PageHeader title={greeting(first)} sub={dateDay(clock.now(), locale)} />
      <Unverified />
      {visitor.role === 'agent' && <EarbNote />}
      {!overview.data && <Waiting answer={overview} />}
      {overview.data && (
        <>
          {overview.data.tiles.length > 0 && (
            <KpiStrip
              items={overview.data.tiles.map((t, at) => ({
                wide: at === 0,
                label: tileNames[t.key](),
                value: count(t.value),
                href: `${link('policy.list')}?status=${tileStatus[t.key]}`,
              }))}
            />
          )}
          {overview.data.portfolio && <PortfolioTiles facts={overview.data.portfolio} />}
          <div className={classes.cols}>
            <div className={classes.stack}>
              {visitor.role === 'tenant' && <TenantHome enquiries={overview.data.enquiries} />}
              <Applies policies={overview.data.policies} />
              <Activity rows={overview.data.activity} own={overview.data.account.code} />
            </div>
            <Account account={overview.data.account} />
          </div>
        </>
      )}
    </>
  );
}

const standing = {
  pending: [m.dashboard_unverified_pending_title, m.dashboard_unverified_pending_text],
  suspended: [m.dashboard_unverified_suspended_title, m.dashboard_unverified_suspended_text],
  rejected: [m.dashboard_unverified_rejected_title, m.dashboard_unverified_rejected_text],
} as const;

/** Why there is so little to do: the platform has not verified this person, or no longer, or the second step is to be turned on first. */
function Unverified() {
  const { user } = useApp();
  const { link } = useDash();
  const waits = user?.verified_status && user.verified_status !== 'verified' ? standing[user.verified_status] : null;
  const why = user?.must_enrol ? ([m.dashboard_enrol_title, m.dashboard_enrol_text] as const) : waits;
  if (!why) return null;
  const [title, text] = why;
  return (
    <StateBlock
      kind="denied"
      title={title()}
      text={text()}
      action={
        <Button component={A} href={link('people.accounts')} variant="default">
          {m.dashboard_unverified_account()}
        </Button>
      }
    />
  );
}

function Applies({ policies }: { policies: Overview['policies'] }) {
  const { locale } = useApp();
  const agree = useAct(policyCalls.consent);
  return (
    <Panel title={m.dashboard_applies_title()} pad={policies.length === 0}>
      {policies.length === 0 && <p className={classes.quiet}>{m.dashboard_applies_empty()}</p>}
      <PanelRows>
        {policies.map((p) => (
          <div key={p.id}>
            <IconFileText size={19} stroke={1.6} aria-hidden />
            <A className={classes.grow ?? ''} href={href(policyPublic.read, { id: p.id, slug: p.slug })}>
              <b>{(locale === 'sw' && p.title_sw) || p.title}</b>
              <small>{m.policy_public_version({ version: p.version })}</small>
            </A>
            {p.consent === 'given' && <ToneBadge tone="good">{m.dashboard_applies_agreed()}</ToneBadge>}
            {p.consent === 'needed' && (
              <Button
                variant="default"
                size="xs"
                loading={agree.isPending && agree.variables?.id === p.id}
                onClick={() => agree.mutate({ id: p.id })}
              >
                {m.dashboard_applies_agree()}
              </Button>
            )}
          </div>
        ))}
      </PanelRows>
    </Panel>
  );
}

function Activity({ rows, own }: { rows: Overview['activity']; own: string }) {
  const { locale } = useApp();
  // One's own code beside everything one did says nothing; field names and reasons are written in English only.
  const told = (row: Overview['activity'][number]) =>
    [row.code === own ? null : row.code, locale === 'en' && noteOf(row)].filter(Boolean).join(' · ');
  return (
    <Panel title={m.dashboard_activity_title()} pad={rows.length === 0}>
      {rows.length === 0 && <p className={classes.quiet}>{m.dashboard_activity_empty()}</p>}
      <PanelRows>
        {rows.map((row) => (
          <div key={row.id}>
            <div className={classes.grow}>
              <b>{eventName(row)}</b>
              {told(row) && <small>{told(row)}</small>}
            </div>
            <small className={classes.when}>{dateTime(row.at, locale)}</small>
          </div>
        ))}
      </PanelRows>
    </Panel>
  );
}

function Account({ account }: { account: Overview['account'] }) {
  const { locale } = useApp();
  return (
    <Panel title={m.dashboard_account_title()}>
      <Defs
        items={[
          { label: m.dashboard_account_email(), value: account.email },
          { label: m.dashboard_account_phone(), value: account.phone ? phone(account.phone) : m.dashboard_not_given() },
          { label: m.dashboard_account_code(), value: account.code },
          ...(account.company ? [{ label: m.dashboard_account_company(), value: account.company }] : []),
          { label: m.dashboard_account_since(), value: date(account.member_since, locale) },
          {
            label: m.dashboard_account_last_sign_in(),
            value: account.last_sign_in ? dateTime(account.last_sign_in, locale) : m.dashboard_not_given(),
          },
        ]}
      />
    </Panel>
  );
}
