import { livingMoveLabels, livingRentPeriodLabels, livingRoleLabels } from '#contract/living/labels.ts';
import { toPercent } from '#contract/money/cents.ts';
import type { TenancyDetails } from '#contract/tenancy/calls.ts';
import { splitDueDays } from '#contract/tenancy/due-days.ts';
import { tenancyChargeFrequencyLabels } from '#contract/tenancy/labels.ts';
import { clock } from '#contract/time/clock.ts';
import { formatLoggedChanges } from '#web/audit/sentence.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { getChargeName } from '#web/ui/charge.ts';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate, formatDateTime, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { getLeaseHomeName, isCurrentLeaseParty, MoveOutRefundNote, type PaymentScheduleRow, TenancyStatementButton, useLease } from './lease.tsx';
import classes from './living.module.css';

/** The terms of the lease, its tenants, its schedule of amounts due, and its history. */
export default function LivingTerms() {
  const lease = useLease();
  if (!lease.data) return <LoadingState answer={lease} />;
  return <Loaded t={lease.data} />;
}

const share = (bp: number): string => `${toPercent(bp)} %`;

function Loaded({ t }: { t: TenancyDetails }) {
  const { link } = useDashboard();
  return (
    <>
      <PageHeader
        title={m.living_terms()}
        crumbs={[{ label: getLeaseHomeName(t), href: link('living.home') }, { label: t.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<StatusBadge set="tenancy" value={t.status} />}
        sub={getLeaseHomeName(t)}
        actions={isCurrentLeaseParty(t) && <TenancyStatementButton id={t.id} />}
      />
      <div className={classes.cols}>
        <div className={classes.stack}>
          <Schedule of={t} />
          <History of={t} />
        </div>
        <div className={classes.stack}>
          <Terms of={t} />
          <People of={t} />
          <Panel title={m.payments_account_own()}>
            <AppLink href={link('payment.ownAccount')}>{m.payments_account_own_sub()}</AppLink>
          </Panel>
          <Panel title={m.living_files()}>
            <AppLink href={link('living.files')}>{m.living_files_open()}</AppLink>
          </Panel>
        </div>
      </div>
    </>
  );
}

const Terms = ({ of: t }: { of: TenancyDetails }) => (
  <Panel title={m.living_says()}>
    <DefinitionList
      items={[
        { label: m.living_rent(), value: `${formatKes(t.rent_cents)} ${livingRentPeriodLabels[t.period]?.() ?? ''}` },
        { label: m.living_due_day(), value: m.living_due_day_of({ day: t.due_day }) },
        { label: m.living_deposit(), value: formatKes(t.deposit_cents) },
        { label: m.living_starts(), value: formatDate(t.starts_on) },
        { label: m.living_ends(), value: t.ends_on ? formatDate(t.ends_on) : m.living_open_end() },
        ...(t.leaving_on ? [{ label: m.living_leaving(), value: formatDate(t.leaving_on) }] : []),
        { label: m.living_notice(), value: m.living_days({ count: t.notice_days }) },
        ...t.charges
          .filter((charge) => charge.last === null)
          .map((charge) => ({
            label: getChargeName(charge.label),
            value: charge.cents === null ? m.living_by_meter() : `${formatKes(charge.cents)} · ${tenancyChargeFrequencyLabels[charge.often]()}`,
          })),
      ]}
    />
  </Panel>
);

const People = ({ of: { people } }: { of: TenancyDetails }) => (
  <Panel title={m.living_people()} pad={false}>
    <PanelRows>
      {people
        .filter((one) => one.until === null)
        .map((one) => (
          <div key={one.id} className={classes.row}>
            <div>
              <b>{one.is_me ? m.living_you({ name: one.name }) : one.name}</b>
              <p className={classes.quiet}>{livingRoleLabels[one.role]()}</p>
            </div>
            <span className="num">{one.share_bp > 0 ? share(one.share_bp) : ''}</span>
          </div>
        ))}
    </PanelRows>
  </Panel>
);

/** Amounts by due day with their parts, as the manager sees them. */
const Schedule = ({ of: { schedule, comes_back } }: { of: TenancyDetails }) => {
  const { coming, past } = splitDueDays(schedule, clock.today());
  return (
    <Panel title={m.living_schedule()} pad={false}>
      <PanelRows>
        {coming.length === 0 && <div className={classes.row}>{m.living_due_none()}</div>}
        {[...coming, ...past].map((day) => (
          <div key={day.on} className={classes.row}>
            <div>
              <b>{day.on < clock.today() ? m.living_fell_due({ date: formatDate(day.on) }) : formatDate(day.on)}</b>
              <p className={classes.quiet}>
                {[...day.lines.map(partText), day.paid_cents !== 0 && !day.done && `${m.living_already_paid()} ${formatKes(-day.paid_cents)}`]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <b className="num">{day.done && day.paid_cents !== 0 ? m.living_paid() : formatKes(day.left_cents)}</b>
          </div>
        ))}
      </PanelRows>
      <MoveOutRefundNote of={{ comes_back }} />
    </Panel>
  );
};
const partText = ({ kind, label, cents }: PaymentScheduleRow): string => {
  const name = kind === 'rent' ? m.living_rent() : label;
  return `${name} ${cents === null ? m.living_by_meter() : formatKes(cents)}`;
};

const History = ({ of: { history, created_at } }: { of: TenancyDetails }) => (
  <Panel title={m.living_history()} pad={false}>
    <PanelRows>
      {history.map((h) => (
        <div key={h.key} className={classes.row}>
          <b>{h.kind === 'move' ? (livingMoveLabels[h.move]?.() ?? h.move) : formatLoggedChanges(h.changes).join(' · ')}</b>
          <span className={classes.quiet}>{formatDateTime(h.at)}</span>
        </div>
      ))}
      <div className={classes.row}>
        <b>{m.living_move_made()}</b>
        <span className={classes.quiet}>{formatDateTime(created_at)}</span>
      </div>
    </PanelRows>
  </Panel>
);
