import { Button } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { translateAuditReason } from '#contract/audit/reasons.ts';
import { type InspectionDetails, inspectionCalls } from '#contract/inspection/calls.ts';
import { disputeStateLabels, inspectionKindLabels, inspectionMeterLabels, inspectionSignerRoleLabels } from '#contract/inspection/labels.ts';
import { listRepairShares, sumRepairShares } from '#contract/inspection/repair-shares.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { DefinitionList, FactStrip } from '#web/ui/dash/facts.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDateTime, formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { type InspectionAction, InspectionActionDialog } from './action-dialog.tsx';
import { InspectionReplyForm } from './dispute-form.tsx';
import { InspectionFindings } from './findings.tsx';
import classes from './inspection.module.css';
import { InspectionForm } from './inspection-form.tsx';
import { InspectionHistory } from './inspection-history.tsx';
import { InspectionStatusBadge } from './inspection-status-badge.tsx';
import { formatInspectionDistance, formatInspectionPlace, formatInspectionSignature, getInspectionItemName } from './inspection-text.ts';
import { type OfflineSaving, useOfflineInspection, useOfflineSaving } from './use-offline-inspection.ts';

/** One inspection for all its roles: filled in on site, then read and answered. */
export default function InspectionDetail() {
  const { inspection_id } = useParams();
  const id = parseAddressId(inspection_id);
  const found = useCall(inspectionCalls.details, { id });
  const kept = useOfflineInspection(id);
  // Offline, the saved copy is shown instead.
  const one = found.data ?? (found.isError ? kept.taken?.one : undefined);
  useScreenTitle(one?.code);
  if (!one) return <LoadingState answer={found} />;
  return <Loaded key={one.id} one={one} kept={kept} offline={found.isError && Boolean(kept.taken)} />;
}

function Loaded({ one, kept, offline }: { one: InspectionDetails; kept: ReturnType<typeof useOfflineInspection>; offline: boolean }) {
  const { layout, link } = useDashboard();
  const title = `${inspectionKindLabels[one.kind]()}: ${formatInspectionPlace(one)}`;
  const along = useOfflineSaving(one, title, kept, offline);
  const [asked, ask] = useState<InspectionAction | null>(null);
  const [filling, fill] = useState(false);
  const list = link(layout === 'tenant' ? 'inspection.mine' : 'inspection.list');
  if (filling && one.may.work) return <InspectionForm one={one} along={along} close={() => fill(false)} />;
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[{ label: m.inspection_title(), href: list }, { label: one.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<InspectionStatusBadge one={one} />}
        actions={
          <>
            {one.may.work && <Button onClick={() => fill(true)}>{one.status === 'scheduled' ? m.inspection_begin() : m.inspection_go_on()}</Button>}
            {one.may.work && !along.taken && (
              <Button variant="default" loading={along.busy} onClick={along.take}>
                {m.inspection_take_along()}
              </Button>
            )}
            {one.may.decide && <Button onClick={() => ask('verify')}>{m.inspection_verify()}</Button>}
            {one.may.decide && (
              <Button variant="default" onClick={() => ask('reject')}>
                {m.inspection_reject()}
              </Button>
            )}
            {one.may.settle && <Button onClick={() => ask('settle')}>{m.inspection_settle()}</Button>}
            {one.submitted_at && one.report && (
              <Button component="a" href={one.report} variant="default" download>
                {m.inspection_report()}
              </Button>
            )}
            <MoreMenu
              label={m.shell_more()}
              items={[one.may.cancel && { label: m.inspection_cancel(), danger: true, onClick: () => ask('cancel') }]}
            />
          </>
        }
      />
      <Says one={one} along={along} offline={offline} waiting={kept.taken?.waiting ?? 0} />
      <FactStrip
        items={[
          { label: m.inspection_column_when(), value: formatDateTime(one.scheduled_at) },
          { label: m.inspection_inspector(), value: one.inspector?.name ?? m.inspection_nobody() },
          ...(one.tenancy ? [{ label: m.inspection_signer_tenant(), value: one.tenancy.lead ?? one.tenancy.code }] : []),
          ...(one.submitted_at ? [{ label: m.inspection_submitted_on(), value: formatDateTime(one.submitted_at) }] : []),
          ...(one.answer_by ? [{ label: m.inspection_answer_by(), value: formatDateTime(one.answer_by) }] : []),
        ]}
      />
      <div className={classes.cols}>
        <div className={classes.stack}>
          <PaysWhat one={one} />
          {one.may.answer ? <InspectionReplyForm one={one} /> : <InspectionFindings one={one} />}
        </div>
        <div className={classes.stack}>
          <Facts one={one} />
          <InspectionHistory one={one} />
        </div>
      </div>
      {asked && <InspectionActionDialog one={one} asked={asked} close={() => ask(null)} />}
    </>
  );
}

/** Messages shown above everything else. */
function Says({ one, along, offline, waiting }: { one: InspectionDetails; along: OfflineSaving; offline: boolean; waiting: number }) {
  const silent = one.status === 'agreed' && one.history[0]?.by === null && one.kind !== 'verification';
  const says = [
    offline ? m.inspection_offline() : '',
    waiting > 0 ? m.inspection_waiting({ count: waiting }) : '',
    one.outcome === 'rejected' ? translateAuditReason(one.history[0]?.reason ?? '') : '',
    one.report === null && one.outcome === null && one.status !== 'canceled' ? m.inspection_keeper_waits() : '',
    along.failed ? m.inspection_not_taken() : '',
    one.may.work && along.taken ? m.inspection_taken({ when: formatDateTime(along.taken.at) }) : '',
    one.may.work && along.low ? m.inspection_low_room() : '',
    one.may.answer && one.answer_by ? m.inspection_answer_help({ when: formatDateTime(one.answer_by) }) : '',
    one.may.decide ? m.inspection_decide_help() : '',
    silent ? m.inspection_status_no_answer() : '',
    one.status === 'canceled' && one.reason ? m.inspection_canceled_because({ reason: one.reason }) : '',
  ].filter(Boolean);
  return says.map((text) => (
    <Note key={text} tone="guard">
      {text}
    </Note>
  ));
}

function Facts({ one }: { one: InspectionDetails }) {
  const items = [
    ...(one.card ? [{ label: m.inspection_card(), value: <b>{one.card}</b> }] : []),
    ...(one.units === null ? [] : [{ label: m.inspection_units_said(), value: String(one.units) }]),
    ...(one.place
      ? [
          {
            label: m.inspection_stood(),
            value: `${placeSays[one.place.verdict]()}${one.place.metres === null ? '' : ` (${formatInspectionDistance(one.place.metres, one.place.accuracy_m)})`}`,
          },
        ]
      : []),
    ...(one.keys_count === null ? [] : [{ label: m.inspection_keys(), value: String(one.keys_count) }]),
    ...one.readings.map((reading) => ({ label: `${inspectionMeterLabels[reading.kind]()} ${reading.meter}`, value: String(reading.value) })),
    ...one.signatures.map((signed) => ({
      label: inspectionSignerRoleLabels[signed.role](),
      value: `${signed.name}, ${formatInspectionSignature(signed)}. ${signed.holds ? m.inspection_signature_holds() : m.inspection_signature_old()}`,
    })),
    ...(one.reason && one.status !== 'canceled' ? [{ label: m.inspection_note(), value: one.reason }] : []),
  ];
  if (items.length === 0) return null;
  return (
    <Panel title={m.inspection_facts()}>
      <DefinitionList items={items} />
    </Panel>
  );
}
const placeSays = { near: m.inspection_place_near, far: m.inspection_place_far, unsure: m.inspection_place_unsure } as const;

/** The repairs item by item, with the total of each side. */
function PaysWhat({ one }: { one: InspectionDetails }) {
  const all = listRepairShares(one);
  if (all.length === 0) return null;
  const { agreed, open, owner } = sumRepairShares(all);
  const sums = [
    { label: m.inspection_pays_agreed(), value: formatKes(agreed) },
    ...(open > 0 ? [{ label: m.inspection_pays_open(), value: formatKes(open) }] : []),
    { label: m.inspection_charge_owner(), value: formatKes(owner) },
  ];
  return (
    <Panel title={m.inspection_pays()}>
      <p className={classes.quiet}>{m.inspection_proposals_help()}</p>
      <FactStrip items={sums} />
      <ul className={classes.pays}>
        {all.map(({ item, cost_cents, proposal, tenant_cents, stand }) => (
          <li key={item}>
            <span>{getInspectionItemName(one, item)}</span>
            <span className={classes.quiet}>
              {proposal?.life_months
                ? m.inspection_proposal_line({
                    cost: formatKes(cost_cents),
                    left: Math.max(0, proposal.life_months - proposal.months),
                    life: proposal.life_months,
                    cents: formatKes(tenant_cents),
                  })
                : m.inspection_pays_line({ tenant: formatKes(tenant_cents), cost: formatKes(cost_cents) })}
              {`. ${disputeStateLabels[stand]()}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
