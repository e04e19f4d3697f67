import { useParams } from 'react-router';
import { paymentCalls } from '#contract/payment/calls.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { PaymentStatusBadge } from '#web/collection/payment-badge.tsx';
import { formatPaymentReceivedAt } from '#web/collection/received-text.ts';
import { paymentFailureNames, paymentMethodNames } from '#web/collection/words.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { CorrectionNotes } from './correction-notes.tsx';
import { AllocationsPanel, ReceiptButton } from './part-panels.tsx';

/** A tenant's own payment: its allocations and its receipt. */
export default function OwnPayment() {
  const { id } = useParams();
  const { link } = useDashboard();
  const answer = useCall(paymentCalls.details, { id: parseAddressId(id) });
  const p = answer.data;
  useScreenTitle(p?.code);
  if (!p) return <LoadingState answer={answer} text={m.payments_not_found()} />;
  return (
    <>
      <PageHeader
        title={formatKes(p.cents)}
        crumbs={[{ label: m.payments_own_title(), href: link('payment.own') }, { label: p.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<PaymentStatusBadge of={p} own />}
        sub={[paymentMethodNames[p.how](), formatPaymentReceivedAt(p)].join(' · ')}
        actions={(p.status === 'completed' || p.correction !== null) && <ReceiptButton id={p.id} />}
      />
      {p.reason && p.status !== 'completed' && (
        <Note tone="guard" className={classes.note ?? ''}>
          {paymentFailureNames[p.reason]()}
        </Note>
      )}
      <CorrectionNotes of={p} />
      <div className={classes.cols}>
        <AllocationsPanel of={p} />
        <Panel title={m.payments_panel_about()}>
          <DefinitionList
            items={[
              ...(p.external && p.how !== 'cash' ? [{ label: m.payments_field_external(), value: <span className="num">{p.external}</span> }] : []),
              ...(p.phone_tail ? [{ label: m.payments_pay_phone(), value: m.payments_tail({ tail: p.phone_tail }) }] : []),
              ...(p.over_cents > 0 ? [{ label: m.payments_credit(), value: formatKes(p.over_cents) }] : []),
              { label: m.payments_column_when(), value: formatPaymentReceivedAt(p) },
            ]}
          />
        </Panel>
      </div>
    </>
  );
}
