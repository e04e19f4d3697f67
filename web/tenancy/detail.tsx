import { useParams } from 'react-router';
import { agreementMachine } from '#contract/agreement/machine.ts';
import { translateAuditReason } from '#contract/audit/reasons.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import { type TenancyDetails, tenancyCalls } from '#contract/tenancy/calls.ts';
import { tenancyStatuses } from '#contract/tenancy/kinds.ts';
import { moveInGuardLabels, tenancyMoveLabels } from '#contract/tenancy/labels.ts';
import { TenancyAgreements } from '#web/agreement/tenancy-agreements.tsx';
import { formatCorrectedPayment } from '#web/audit/corrected-payment.ts';
import { formatLoggedChanges } from '#web/audit/sentence.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { TenancyInspections } from '#web/inspection/tenancy-inspections.tsx';
import { TenancyInvoices } from '#web/invoice/tenancy-panel.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { ActivityList } from '#web/ui/dash/activity.tsx';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { IconClipboardCheck, IconFileText, IconHomeKey, IconPencil, IconPlus } from '#web/ui/icons.ts';
import { Note } from '#web/ui/public/note.tsx';
import { getStatusLabel, StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { TenancyActions } from './acts.tsx';
import { TenancyAside } from './detail-aside.tsx';
import { TenancyDocumentList } from './files.tsx';
import { formatNextTenancyDate, formatTenancyHome, formatTenancyOpenEnd, formatTenancyPeople, formatTenancyRent } from './labels.ts';
import { MoveInChecklist } from './move-in-checklist.tsx';
import { RentScheduleTable } from './schedule-table.tsx';
import classes from './tenancy.module.css';

/** One tenancy: its terms, its next step, and the possible acts. */
export default function TenancyDetail() {
  const { id, code } = useParams();
  const { layout, link } = useDashboard();
  // Platform staff only read.
  const works = !(platformRoles as readonly string[]).includes(layout);
  const answer = useCall(tenancyCalls.details, { id: parseAddressId(id), ...(code ? { code } : {}) });
  const t = answer.data;
  useScreenTitle(t && formatTenancyPeople(t));
  if (!t) return <LoadingState answer={answer} text={m.tenancy_not_found()} />;
  return (
    <>
      <PageHeader
        title={formatTenancyPeople(t)}
        crumbs={[{ label: m.tenancy_title(), href: link('tenancy.list') }, { label: t.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<StatusBadge set="tenancy" value={t.status} />}
        sub={[formatTenancyHome(t), formatNextTenancyDate(t)].join(' · ')}
        actions={<TenancyActions of={t} />}
      />
      <Notes of={t} />
      <FactStrip
        items={[
          { label: m.tenancy_rent(), value: formatTenancyRent(t) },
          { label: m.tenancy_due_day(), value: m.tenancy_due_day_value({ day: t.due_day }) },
          { label: m.tenancy_deposit(), value: formatKes(t.deposit_cents) },
          { label: m.tenancy_starts(), value: formatDate(t.starts_on) },
          lastDay(t),
        ]}
      />
      <div className={classes.cols}>
        <div className={classes.stack}>
          {t.status === tenancyStatuses.pending && !t.terms_ask && <MoveInChecklist of={t} />}
          <TenancyInvoices tenancy={t} />
          {t.schedule.length > 0 && (
            <Panel title={m.tenancy_panel_schedule()} pad={false}>
              <RentScheduleTable lines={t.schedule} />
            </Panel>
          )}
          <TenancyAgreements tenancyId={t.id} manages={t.manages && works} leaves={t.leaving_on !== null} />
          <TenancyInspections tenancyId={t.id} />
          {t.manages && <TenancyDocumentList tenancyId={t.id} />}
          <Panel title={m.tenancy_panel_history()}>
            <History of={t} />
          </Panel>
        </div>
        <TenancyAside of={t} />
      </div>
    </>
  );
}

/** A recorded leaving day or end has priority over the agreed term. */
function lastDay({ termination, leaving_on, ends_on, period }: TenancyDetails) {
  if (leaving_on && !termination) return { label: m.tenancy_leaves(), value: formatDate(leaving_on) };
  const last = termination?.on ?? ends_on;
  return { label: m.tenancy_ends(), value: last ? formatDate(last) : formatTenancyOpenEnd({ period }) };
}

/** The objection of a payer to the recorded move-out, and what it means for the manager. */
function objectionNote(leaving: TenancyDetails['leaving']): string | null {
  if (!leaving?.objection) return null;
  const { state, by, at, reason } = leaving.objection;
  const about = { name: by ?? '', day: formatDate(at), reason };
  if (state === 'overruled') return m.tenancy_objection_overruled_note(about);
  if (state === 'reviewing') return m.tenancy_objection_reviewing_note(about);
  return leaving.kind === 'order' ? m.tenancy_objection_order_note(about) : m.tenancy_objection_note(about);
}

function Notes({ of: t }: { of: TenancyDetails }) {
  const said = [
    // The term is over and the unit is occupied: nothing changes automatically until one of three options is chosen.
    t.status === tenancyStatuses.expired && m.tenancy_overstay_note({ who: formatTenancyPeople(t), day: formatDate(t.ends_on ?? t.starts_on) }),
    t.leaving_on && t.termination === null && m.tenancy_leaving_note({ day: formatDate(t.leaving_on) }),
    t.termination === null && objectionNote(t.leaving),
    t.comes_back && t.comes_back.paid_ahead_cents > 0 && m.tenancy_paid_ahead({ sum: formatKes(t.comes_back.paid_ahead_cents) }),
    t.comes_back && t.comes_back.deposit_cents > 0 && m.tenancy_deposit_back({ sum: formatKes(t.comes_back.deposit_cents) }),
    t.transfer && m.tenancy_moving_note({ unit: formatTenancyHome(t.transfer), day: formatDate(t.transfer.on) }),
    t.leaving_ask && m.tenancy_ask_note({ day: formatDate(t.leaving_ask.on) }),
    t.people_ask && m.tenancy_people_ask_note({ day: formatDate(t.people_ask.from), names: t.people_ask.waits.join(', ') }),
    t.people_ask?.until && m.tenancy_people_until_note({ day: formatDate(t.people_ask.until) }),
    t.terms_ask &&
      (t.terms_ask.until
        ? m.tenancy_terms_ask_until({ names: t.terms_ask.waits.join(', '), day: formatDate(t.terms_ask.until) })
        : m.tenancy_terms_ask_note({ names: t.terms_ask.waits.join(', ') })),
    t.renewal &&
      m.tenancy_renewal_note({ day: formatDate(t.renewal.ends_on ?? ''), rent: formatKes(t.renewal.rent_cents), until: formatDate(t.renewal.until) }),
    t.termination && m.tenancy_over_note({ day: formatDate(t.termination.on), reason: translateAuditReason(t.termination.reason) }),
    ...(t.termination ? [] : t.waived.map((one) => m.tenancy_waived({ what: moveInGuardLabels[one.what](), reason: one.reason }))),
  ].filter((one): one is Exclude<typeof one, false | null | '' | undefined> => Boolean(one));
  const calm = [
    t.paid_before &&
      m.tenancy_paid_before({ sum: formatKes(t.paid_before.cents), day: formatDate(t.paid_before.on), held: formatKes(t.paid_before.deposit_cents) }),
    t.opening &&
      m.tenancy_opening({
        day: formatDate(t.opening.as_of),
        balance: formatKes(t.opening.balance_cents),
        held: formatKes(t.opening.deposit_held_cents),
      }),
  ].filter((one) => one !== null);
  return [...said.map((text) => ({ text, tone: 'guard' as const })), ...calm.map((text) => ({ text, tone: 'info' as const }))].map(
    ({ text, tone }) => (
      <Note key={text} tone={tone} className={classes.note ?? ''}>
        {text}
      </Note>
    ),
  );
}

const paperTexts: Readonly<Record<string, (given: { name: string }) => string>> = {
  add: m.tenancy_past_paper_add,
  edit: m.tenancy_past_paper_edit,
  delete: m.tenancy_past_paper_delete,
};
function pastText({ kind, move, about, payment, changes }: TenancyDetails['history'][number]): string {
  const code = about ?? '';
  if (payment) return formatCorrectedPayment({ ...payment, changes });
  if (kind === 'move') return tenancyMoveLabels[move]?.() ?? move;
  if (kind === 'paper') return (paperTexts[move] ?? m.tenancy_past_paper_edit)({ name: code });
  if (kind === 'inspection') return m.tenancy_past_inspection({ code, state: getStatusLabel('inspection', move) });
  if (kind === 'agreement')
    return m.tenancy_past_agreement({
      code,
      state: getStatusLabel('contract', agreementMachine.states[move as keyof typeof agreementMachine.states]),
    });
  return formatLoggedChanges(changes).join(' · ') || m.tenancy_past_change();
}

const pastSigns: Readonly<Record<TenancyDetails['history'][number]['kind'], typeof IconPencil>> = {
  move: IconHomeKey,
  change: IconPencil,
  paper: IconFileText,
  inspection: IconClipboardCheck,
  agreement: IconFileText,
  payment: IconPencil,
};
const History = ({ of: t }: { of: TenancyDetails }) => (
  <ActivityList
    items={[
      ...t.history.map((one) => ({
        key: one.key,
        what: pastText(one),
        by: [one.by ?? m.tenancy_system(), one.reason && translateAuditReason(one.reason)].filter(Boolean).join(' · '),
        at: one.at,
        icon: pastSigns[one.kind],
      })),
      { key: 'made', what: m.tenancy_made_on(), at: t.created_at, icon: IconPlus },
    ]}
  />
);
