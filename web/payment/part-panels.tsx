import type { ReactNode } from 'react';
import type { InvoiceLineKind } from '#contract/invoice/kinds.ts';
import { invoiceLineKindLabels } from '#contract/invoice/words.ts';
import type { HandlerResult } from '#contract/kernel/call.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import { sumCents } from '#contract/money/cents.ts';
import { paymentCalls } from '#contract/payment/calls.ts';
import type { PaymentDetails } from '#contract/payment/shapes.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { paymentMethodNames } from '#web/collection/words.ts';
import { OpenPdfButton } from '#web/forms/download-buttons.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { getChargeName } from '#web/ui/charge.ts';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate, formatDateTime, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

/** A link to the receipt. */
export const ReceiptButton = ({ id }: { id: number }) => (
  <OpenPdfButton label={m.payments_receipt()} address={async () => (await send(paymentCalls.receiptLink, { id })).address} />
);

/** The text for a part that was returned. */
const givenBack = (back: number): string[] => (back > 0 ? [m.payments_given_back({ sum: formatKes(back) })] : []);
const lineText = ({ line }: PaymentDetails['parts'][number]): string =>
  line.label ? getChargeName(line.label) : (invoiceLineKindLabels[line.kind as InvoiceLineKind]?.() ?? '');

/** The full amount of an unallocated part; otherwise the amount that remains after credit notes. */
const standsOf = ({ cents, returned_cents, undone_at }: PaymentDetails['parts'][number]): number => (undone_at ? cents : cents - returned_cents);

/** The allocations of a payment line by line; unallocated parts stay visible. */
export function AllocationsPanel({ of: p }: { of: Pick<PaymentDetails, 'parts' | 'credited_cents'> }) {
  const { layout, link } = useDashboard();
  const href = ({ id, code }: { id: number; code: string }) =>
    layout === 'tenancy' ? link('invoice.ownOne', { invoice_id: id, invoice_code: code }) : link('invoice.detail', { invoice_id: id, code });
  const linked = !(platformRoles as readonly string[]).includes(layout);
  return (
    <Panel title={m.payments_panel_put()} pad={false}>
      <PanelRows>
        {p.parts.length === 0 && <div>{p.credited_cents > 0 ? m.payments_put_credit() : m.payments_put_none()}</div>}
        {p.parts.map((part) => (
          <div key={part.id} data-undone={part.undone_at !== null || undefined}>
            <span className={classes.grow}>
              <b>{linked ? <AppLink href={href(part.invoice)}>{lineText(part)}</AppLink> : lineText(part)}</b>
              <small>
                {[
                  part.invoice.code,
                  ...(part.undone_at
                    ? [m.payments_taken_back({ date: formatDate(part.undone_at) })]
                    : [formatDateTime(part.at), ...givenBack(part.returned_cents)]),
                ].join(' · ')}
              </small>
            </span>
            <span className="num">{formatKes(standsOf(part))}</span>
          </div>
        ))}
      </PanelRows>
    </Panel>
  );
}

/** Pending cash for the invoice, which does not count before its code is entered, with a link to enter it. */
export function PendingCashPanel({ invoiceId }: { invoiceId: number }) {
  const { link } = useDashboard();
  const found = useCall(paymentCalls.listOfInvoice, { invoice_id: invoiceId }, { quiet: true });
  return found.data?.waiting.map(({ id, code, cents }) => (
    <Note key={id} tone="guard" className={classes.note ?? ''}>
      {m.payments_cash_waits({ sum: formatKes(cents) })} <AppLink href={link('payment.detail', { id, code })}>{m.payments_cash_enter()}</AppLink>
    </Note>
  ));
}

/** Payments of one invoice. */
export function InvoicePayments({ invoiceId }: { invoiceId: number }) {
  const { layout, link } = useDashboard();
  const found = useCall(paymentCalls.listOfInvoice, { invoice_id: invoiceId }, { quiet: true });
  // One row per payment, whatever lines it paid; its unallocated parts are another row.
  const paid = [...Map.groupBy(found.data?.results ?? [], (part) => `${part.payment?.id} ${part.undone_at === null}`).values()];
  if (paid.length === 0) return null;
  const href = ({ id, code }: { id: number; code: string }) =>
    layout === 'tenancy' ? link('payment.ownOne', { id, invoice_code: code }) : link('payment.detail', { id, code });
  const named = ({ payment }: InvoicePart) =>
    payment === null ? (
      m.payments_from_credit()
    ) : payment.opens ? (
      <AppLink href={href(payment)}>{paymentMethodNames[payment.how]()}</AppLink>
    ) : (
      paymentMethodNames[payment.how]()
    );
  return (
    <Panel title={m.payments_title()} pad={false}>
      <PanelRows>{paid.map((parts) => parts[0] && <PaidRow key={parts[0].id} parts={parts} first={parts[0]} name={named(parts[0])} />)}</PanelRows>
    </Panel>
  );
}

type InvoicePart = HandlerResult<typeof paymentCalls.listOfInvoice>['results'][number];
const PaidRow = ({ parts, first, name }: { parts: readonly InvoicePart[]; first: InvoicePart; name: ReactNode }) => (
  <div data-undone={first.undone_at !== null || undefined}>
    <span className={classes.grow}>
      <b>{name}</b>
      <small>
        {[
          ...parts.map(lineText),
          ...(first.undone_at
            ? [m.payments_taken_back({ date: formatDate(first.undone_at) })]
            : [formatDateTime(first.at), ...givenBack(sumCents(parts.map(({ returned_cents }) => returned_cents)))]),
        ].join(' · ')}
      </small>
    </span>
    <span className="num">{formatKes(sumCents(parts.map(standsOf)))}</span>
  </div>
);
