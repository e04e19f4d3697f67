import { useParams } from 'react-router';
import { platformRoles } from '#contract/kernel/roles.ts';
import { paymentCalls } from '#contract/payment/calls.ts';
import type { PaymentDetails } from '#contract/payment/shapes.ts';
import { OpenRequestNote } from '#web/approval/parts.tsx';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { PaymentStatusBadge } from '#web/collection/payment-badge.tsx';
import { formatPaymentReceivedAt } from '#web/collection/received-text.ts';
import { formatPaymentStep } from '#web/collection/steps.ts';
import {
  computeUnallocatedCents,
  formatPayerName,
  formatPaymentPurpose,
  matchReasonNames,
  paymentFailureNames,
  paymentMethodNames,
  verificationSourceNames,
} from '#web/collection/words.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { LedgerEffects } from '#web/ledger/ledger-effects.tsx';
import { formatRefundNote, getRefundStateLabel } from '#web/refund/words.ts';
import { ActivityList } from '#web/ui/dash/activity.tsx';
import { DefinitionList, FactStrip } from '#web/ui/dash/facts.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { IconCash } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { PaymentActions } from './acts.tsx';
import { CorrectionNotes } from './correction-notes.tsx';
import { AllocationsPanel, ReceiptButton } from './part-panels.tsx';

/** One payment: status, allocations, journal entries and actions. */
export default function PaymentDetail() {
  const { id } = useParams();
  const { layout, link } = useDashboard();
  const answer = useCall(paymentCalls.details, { id: parseAddressId(id) });
  const p = answer.data;
  useScreenTitle(p?.code);
  if (!p) return <LoadingState answer={answer} text={m.payments_not_found()} />;
  const platform = (platformRoles as readonly string[]).includes(layout);
  const list = platform
    ? { label: m.payments_finance(), href: link('payment.finance') }
    : { label: m.payments_transactions(), href: link('payment.transactions') };
  return (
    <>
      <PageHeader
        title={formatPayerName(p)}
        crumbs={[list, { label: p.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<PaymentStatusBadge of={p} />}
        sub={[formatPaymentPurpose(p), paymentMethodNames[p.how]()].filter(Boolean).join(' · ')}
        actions={
          <>
            {(p.status === 'completed' || p.correction !== null) &&
              (p.purpose !== 1 || p.correction !== null || p.allocated_cents + p.credited_cents > 0) && <ReceiptButton id={p.id} />}
            <PaymentActions of={p} desk={list.href} />
          </>
        }
      />
      <RequestNote of={p} platform={layout === 'admin' || layout === 'superadmin'} />
      <Notes of={p} platform={layout === 'admin' || layout === 'superadmin'} />
      <CorrectionNotes of={p} />
      <FactStrip
        items={[
          { label: m.payments_column_sum(), value: formatKes(p.cents) },
          { label: m.payments_put(), value: formatKes(p.put_cents) },
          { label: m.payments_credit(), value: formatKes(p.over_cents) },
          { label: m.payments_left(), value: formatKes(p.status === 'completed' ? computeUnallocatedCents(p) : 0) },
          { label: m.payments_column_when(), value: formatPaymentReceivedAt(p) },
        ]}
      />
      <div className={classes.cols}>
        <div className={classes.stack}>
          <AllocationsPanel of={p} />
          {p.refunds.length > 0 && <Refunds of={p} />}
          <Panel title={m.payments_panel_past()}>
            <ActivityList
              items={p.timeline
                .map((step, at) => ({ key: `${step.at} ${at}`, what: formatPaymentStep(step, p.how), by: step.by, at: step.at, icon: IconCash }))
                .reverse()}
            />
          </Panel>
        </div>
        <Aside of={p} />
      </div>
    </>
  );
}

/** An open request replaces the button. A company has no list of requests, so its note has no link. */
const RequestNote = ({ of: { request }, platform }: { of: PaymentDetails; platform: boolean }) =>
  request &&
  (platform ? (
    <OpenRequestNote request={request} />
  ) : (
    <Note tone="info">{m.payments_request_waits({ code: request.code, day: formatDate(request.asked_at) })}</Note>
  ));

const Notes = ({ of: p, platform }: { of: PaymentDetails; platform: boolean }) =>
  [
    p.reason && p.status !== 'completed' && { tone: 'guard' as const, text: paymentFailureNames[p.reason]() },
    p.status === 'unknown' && { tone: 'guard' as const, text: m.payments_note_unknown() },
    p.awaits_code && { tone: 'info' as const, text: m.payments_note_cash() },
    p.how === 'cash' &&
      p.fund === 'C' &&
      p.status === 'completed' &&
      !p.banked_on && { tone: 'info' as const, text: m.payments_note_bank_cash({ code: p.code }) },
    p.awaits_second && { tone: 'info' as const, text: m.payments_note_cash_second() },
    p.fund === 'M' && { tone: 'info' as const, text: platform ? m.payments_note_memo_theirs() : m.payments_note_memo() },
  ]
    .filter((one) => typeof one === 'object' && one !== null)
    .map(({ tone, text }) => (
      <Note key={text} tone={tone} className={classes.note ?? ''}>
        {text}
      </Note>
    ));

const Refunds = ({ of: p }: { of: PaymentDetails }) => (
  <Panel title={m.payments_tab_refunds()} pad={false}>
    <PanelRows>
      {p.refunds.map((one) => (
        <div key={one.id}>
          <span className={classes.grow}>
            <b>{getRefundStateLabel(one).label}</b>
            <small>{[one.code, one.to, one.reason, one.proof, formatRefundNote(one)].filter(Boolean).join(' · ')}</small>
            {one.evidence && (
              <AppLink href={one.evidence} target="_blank" rel="noopener">
                {m.payments_evidence_open()}
              </AppLink>
            )}
          </span>
          <span className="num">{formatKes(one.cents)}</span>
        </div>
      ))}
    </PanelRows>
  </Panel>
);

function Aside({ of: p }: { of: PaymentDetails }) {
  const { layout, link } = useDashboard();
  const linked = p.tenancy && layout !== 'dealer';
  // For cash, the payer's code shown above is the reason.
  const reasons = p.verified_by === 'cash' ? p.reasons.filter(({ what }) => what !== 'person') : p.reasons;
  return (
    <div className={classes.stack}>
      <Panel title={m.payments_panel_about()}>
        <DefinitionList
          items={[
            {
              label: m.payments_field_payer(),
              value: [p.payer, p.phone_tail && m.payments_tail({ tail: p.phone_tail })].filter(Boolean).join(' · ') || '–',
            },
            ...(p.external && p.how !== 'cash' ? [{ label: m.payments_field_external(), value: <span className="num">{p.external}</span> }] : []),
            ...(p.account_text ? [{ label: m.payments_field_account(), value: p.account_text }] : []),
            ...(p.narration ? [{ label: m.payments_field_narration(), value: p.narration }] : []),
            ...(p.account ? [{ label: m.payments_field_came_to(), value: p.account.name }] : []),
            ...(p.verified_by ? [{ label: m.payments_field_verified(), value: verificationSourceNames[p.verified_by]() }] : []),
            ...(p.banked_on ? [{ label: m.payments_field_banked(), value: formatDate(p.banked_on) }] : []),
            ...(p.recorded_by ? [{ label: m.payments_field_recorded(), value: p.recorded_by }] : []),
            ...(reasons.length > 0 ? [{ label: m.payments_field_why(), value: reasons.map(({ what }) => matchReasonNames[what]()).join(', ') }] : []),
            ...(p.tenancy && linked
              ? [
                  {
                    label: m.payments_field_tenancy(),
                    value: <AppLink href={link('tenancy.detail', { id: p.tenancy.id, code: p.tenancy.code })}>{p.tenancy.code}</AppLink>,
                  },
                ]
              : []),
            ...(p.note ? [{ label: m.payments_field_note(), value: p.note }] : []),
          ]}
        />
        {p.evidence && (
          <p>
            <AppLink href={p.evidence} target="_blank" rel="noopener">
              {m.payments_evidence_open()}
            </AppLink>
          </p>
        )}
      </Panel>
      <LedgerEffects of={p.journals} />
    </div>
  );
}
