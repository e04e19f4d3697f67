import { Button, Drawer, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { translateLoggedReason } from '#contract/audit/reasons-money.ts';
import { type FeaturedDetails, featuredCalls } from '#contract/featured/calls.ts';
import { featuredPaymentMethodLabels, featuredPlacementLabels } from '#contract/featured/labels.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { toPercent } from '#contract/money/cents.ts';
import { useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { formatCount, formatDate, formatDateTime, formatKes } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './featured.module.css';
import { featuredStatusNames } from './labels.ts';
import { FeaturedBookingPayment } from './pay-now.tsx';

/** One booking: its terms, its results and the actions on it. */
export function FeaturedBookingDrawer({ id, close }: { id: number; close: () => void }) {
  const found = useCall(featuredCalls.details, { id });
  const booking = found.data?.id === id ? found.data : null;
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      title={booking?.listing ?? m.shell_loading()}
      closeButtonProps={{ 'aria-label': m.shell_close() }}
    >
      {booking ? <Body booking={booking} /> : <LoadingState answer={found} rows={6} />}
    </Drawer>
  );
}

const each = (cents: number | null) => (cents === null ? m.featured_none_yet() : formatKes(cents));

const Body = ({ booking: b }: { booking: FeaturedDetails }) => (
  <div className={classes.stack}>
    <div className={classes.acts}>
      <ToneBadge tone={featuredStatusNames[b.status].tone}>{featuredStatusNames[b.status].label()}</ToneBadge>
    </div>
    <DefinitionList
      items={[
        { label: m.featured_code(), value: b.code },
        { label: m.featured_property(), value: b.property },
        { label: m.featured_company(), value: b.company.name },
        { label: m.featured_product(), value: b.product },
        { label: m.featured_placement(), value: `${featuredPlacementLabels[b.placement]()}, ${b.place ?? m.featured_whole_country()}` },
        { label: m.featured_days(), value: m.featured_days_span({ from: formatDate(b.starts_on), to: formatDate(b.ends_on), count: b.days }) },
        ...(b.ended_on ? [{ label: m.featured_ended_on(), value: formatDate(b.ended_on) }] : []),
        { label: m.featured_price(), value: formatKes(b.price_cents) },
        ...(b.vat_cents > 0 ? [{ label: m.featured_total(), value: formatKes(b.total_cents) }] : []),
        ...(b.paid_by ? [{ label: m.featured_paid_by(), value: featuredPaymentMethodLabels[b.paid_by]() }] : []),
        ...(b.returned_cents > 0 ? [{ label: m.featured_returned(), value: formatKes(b.returned_cents) }] : []),
        ...(b.payment_note ? [{ label: b.waived ? m.featured_waived() : m.featured_reference(), value: b.payment_note }] : []),
        ...(b.status_reason ? [{ label: m.featured_reason(), value: translateLoggedReason(b.status_reason) }] : []),
        { label: m.featured_shown(), value: formatCount(b.impressions) },
        { label: m.featured_clicks(), value: formatCount(b.clicks) },
        { label: m.featured_click_rate(), value: b.click_rate === null ? m.featured_none_yet() : `${toPercent(b.click_rate)} %` },
        { label: m.featured_enquiries(), value: formatCount(b.enquiries) },
        { label: m.featured_per_click(), value: each(b.cost_per_click) },
        { label: m.featured_per_enquiry(), value: each(b.cost_per_enquiry) },
        {
          label: m.featured_requested(),
          value: b.requested_by ? `${formatDateTime(b.created_at)}, ${b.requested_by}` : formatDateTime(b.created_at),
        },
      ]}
    />
    {b.payable && <FeaturedBookingPayment booking={b} />}
    <Acts booking={b} />
  </div>
);

type Asking = 'approve' | 'cancel' | 'stop' | 'pay' | null;

function Acts({ booking: b }: { booking: FeaturedDetails }) {
  const [asking, setAsking] = useState<Asking>(null);
  const done = () => setAsking(null);
  const may = (move: FeaturedDetails['moves'][number]) => b.moves.includes(move);
  return (
    <div className={classes.acts}>
      {may('approve') && <Button onClick={() => setAsking('approve')}>{m.featured_approve()}</Button>}
      {may('pay') && <Button onClick={() => setAsking('pay')}>{m.featured_pay()}</Button>}
      {may('cancel') && (
        <Button variant="default" onClick={() => setAsking('cancel')}>
          {m.featured_cancel()}
        </Button>
      )}
      {may('stop') && (
        <Button variant="default" onClick={() => setAsking('stop')}>
          {m.featured_stop()}
        </Button>
      )}
      {asking === 'pay' && <Payment booking={b} close={done} />}
      {asking !== null && asking !== 'pay' && <Ask booking={b} move={asking} close={done} />}
    </div>
  );
}

const asks = {
  approve: { title: m.featured_approve_title, text: m.featured_approve_text, verb: m.featured_approve },
  cancel: { title: m.featured_cancel_title, text: m.featured_cancel_text, verb: m.featured_cancel },
  stop: { title: m.featured_stop_title, text: m.featured_stop_text, verb: m.featured_stop },
} as const;

function Ask({ booking, move, close }: { booking: FeaturedDetails; move: keyof typeof asks; close: () => void }) {
  const form = useForm(featuredCalls.move, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: booking.id, move, reason }),
    inPlace: true,
    touches: [listingCalls],
    done: close,
  });
  const says = asks[move];
  return (
    <ConfirmModal
      opened
      danger={move !== 'approve'}
      onClose={close}
      title={says.title({ code: booking.code })}
      confirmLabel={says.verb()}
      cancelLabel={m.featured_keep()}
      closeLabel={m.shell_close()}
      loading={form.busy}
      ready={move !== 'stop' || form.values.reason.trim() !== ''}
      problem={form.problem}
      onConfirm={form.submit}
    >
      <p>{says.text()}</p>
      {move !== 'approve' && (
        <TextInput
          {...form.text('reason')}
          label={move === 'stop' ? m.featured_reason() : `${m.featured_reason()} ${m.shell_optional()}`}
          maxLength={300}
        />
      )}
    </ConfirmModal>
  );
}

function Payment({ booking, close }: { booking: FeaturedDetails; close: () => void }) {
  const form = useForm(featuredCalls.pay, {
    blank: { how: 'paid', note: '' },
    given: ({ how, note }) => ({ id: booking.id, waived: how === 'waived', note }),
    inPlace: true,
    done: close,
  });
  const waived = form.values.how === 'waived';
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.featured_pay_title({ code: booking.code })}
      confirmLabel={waived ? m.featured_pay_waive() : m.featured_pay()}
      cancelLabel={m.featured_keep()}
      closeLabel={m.shell_close()}
      loading={form.busy}
      ready={form.values.note.trim().length >= 3}
      problem={form.problem}
      onConfirm={form.submit}
    >
      <div className={classes.stack}>
        <p>{m.featured_pay_text({ amount: formatKes(booking.total_cents) })}</p>
        <SegmentedControl
          fullWidth
          aria-label={m.featured_pay_how()}
          value={form.values.how}
          onChange={(how) => form.set('how', how)}
          data={[
            { value: 'paid', label: m.featured_paid() },
            { value: 'waived', label: m.featured_waived() },
          ]}
        />
        <TextInput
          {...form.text('note')}
          label={waived ? m.featured_waive_reason() : m.featured_reference()}
          description={waived ? undefined : m.featured_reference_help()}
          maxLength={300}
        />
      </div>
    </ConfirmModal>
  );
}
