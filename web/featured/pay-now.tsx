import { Button, TextInput } from '@mantine/core';
import { collectionCalls } from '#contract/collection/calls.ts';
import { type FeaturedDetails, featuredCalls } from '#contract/featured/calls.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { sumCents } from '#contract/money/cents.ts';
import { send } from '#web/client/client.ts';
import { useCall, useInvalidateCalls } from '#web/client/use-call.ts';
import { PaySheet } from '#web/collection/pay-sheet.tsx';
import { usePaymentProcess } from '#web/collection/use-payment.ts';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatKes, formatTime, phone as shownPhone } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './featured.module.css';

type ToPay = NonNullable<ReturnType<typeof useToPay>['data']>;
const useToPay = (id: number) => useCall(featuredCalls.toPay, { id }, { quiet: true });
const touches = [listingCalls];

/** The ways to pay a reserved booking: from the wallet at once, or by M-Pesa, whose result the page waits for. */
export function FeaturedBookingPayment({ booking }: { booking: FeaturedDetails }) {
  const toPay = useToPay(booking.id);
  const paying = usePaymentProcess();
  const reread = useInvalidateCalls(featuredCalls.payPhone, touches);
  if (paying.code)
    return (
      <PaySheet
        toPay={{ push: true, push_most_cents: booking.total_cents, phone: null, paybill: null, waiting: null, ahead: null, invoices: [] }}
        call={collectionCalls.pay}
        given={(asked) => asked}
        look={(code) => send(collectionCalls.progress, { code })}
        paying={paying.code}
        setPaying={(code) => (code ? paying.setCode(code) : paying.close())}
        changed={({ again_in }) => again_in === null && void reread()}
      />
    );
  if (!toPay.data) return <LoadingState answer={toPay} rows={3} />;
  return (
    <Panel title={m.featured_pay_now()}>
      <div className={classes.stack}>
        {booking.hold_until && <Note tone="guard">{m.featured_held_until({ time: formatTime(booking.hold_until) })}</Note>}
        <FromWallet booking={booking} toPay={toPay.data} />
        {toPay.data.mpesa ? (
          <ByPhone booking={booking} toPay={toPay.data} started={paying.setCode} />
        ) : (
          <Note tone="info">{m.featured_pay_none()}</Note>
        )}
      </div>
    </Panel>
  );
}

function FromWallet({
  booking,
  toPay: { total_cents: total, credit_cents: credit, rent_cents: rent, frozen },
}: {
  booking: FeaturedDetails;
  toPay: ToPay;
}) {
  const form = useForm(featuredCalls.payWallet, {
    blank: {},
    given: () => ({ id: booking.id, total_cents: total }),
    inPlace: true,
    touches,
  });
  if (frozen) return <Note tone="info">{m.featured_pay_frozen()}</Note>;
  const there = sumCents([credit, rent]);
  if (there === 0) return null;
  const used = Math.min(credit, total);
  return (
    <form className={classes.stack} onSubmit={form.submit}>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <Button type="submit" loading={form.busy} disabled={there < total}>
        {m.featured_pay_wallet({ sum: formatKes(total) })}
      </Button>
      <p className={classes.quiet}>
        {there < total
          ? m.featured_pay_wallet_short({ sum: formatKes(total - there) })
          : m.featured_pay_wallet_help({ credit: formatKes(used), rent: formatKes(total - used) })}
      </p>
    </form>
  );
}

type Started = (code: string) => void;
function ByPhone({ booking, toPay, started }: { booking: FeaturedDetails; toPay: ToPay; started: Started }) {
  const form = useForm(featuredCalls.payPhone, {
    blank: { phone: toPay.phone ? shownPhone(toPay.phone) : '' },
    given: ({ phone }) => ({ id: booking.id, total_cents: toPay.total_cents, phone }),
    inPlace: true,
    quiet: true,
    done: ({ code }) => started(code),
  });
  const over = toPay.push_cents - toPay.total_cents;
  return (
    <form className={classes.stack} onSubmit={form.submit}>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <TextInput {...form.text('phone')} label={m.featured_pay_phone()} type="tel" autoComplete="tel" required />
      <Button type="submit" variant="default" loading={form.busy}>
        {m.featured_pay_phone_send({ sum: formatKes(toPay.push_cents) })}
      </Button>
      {over > 0 && <p className={classes.quiet}>{m.featured_pay_rounded({ sum: formatKes(over) })}</p>}
    </form>
  );
}
