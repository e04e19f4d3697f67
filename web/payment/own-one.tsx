import { useParams } from 'react-router';
import { paymentCalls } from '#contract/payment/calls.ts';
import { addressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { PaymentBadge } from '#web/collection/standing.tsx';
import { whenOf } from '#web/collection/when.ts';
import { failureNames, howNames } from '#web/collection/words.ts';
import { useDash } from '#web/layout/screen.ts';
import { useTitle } from '#web/layout/title.ts';
import { Waiting } from '#web/layout/waiting.tsx';
import { Defs } from '#web/ui/dash/facts.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { kes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { PutTo, Receipt } from './part-panels.tsx';

/** One's own payment: what it was put to, and its receipt. */
export default function OwnPayment() {
  const { id } = useParams();
  const { link } = useDash();
  const answer = useCall(paymentCalls.details, { id: addressId(id) });
  const p = answer.data;
  useTitle(p?.code);
  if (!p) return <Waiting answer={answer} text={m.payments_not_found()} />;
  return (
    <>
      <PageHeader
        title={kes(p.cents)}
        crumbs={[{ label: m.payments_own_title(), href: link('payment.own') }, { label: p.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<PaymentBadge of={p} own />}
        sub={[howNames[p.how](), whenOf(p)].join(' · ')}
        actions={p.status === 'completed' && <Receipt id={p.id} />}
      />
      {p.reason && p.status !== 'completed' && (
        <Note tone="guard" className={classes.note ?? ''}>
          {failureNames[p.reason]()}
        </Note>
      )}
      <div className={classes.cols}>
        <PutTo of={p} />
        <Panel title={m.payments_panel_about()}>
          <Defs
            items={[
              ...(p.external && p.how !== 'cash' ? [{ label: m.payments_field_external(), value: <span className="num">{p.external}</span> }] : []),
              ...(p.phone_tail ? [{ label: m.payments_pay_phone(), value: m.payments_tail({ tail: p.phone_tail }) }] : []),
              ...(p.over_cents > 0 ? [{ label: m.payments_credit(), value: kes(p.over_cents) }] : []),
              { label: m.payments_column_when(), value: whenOf(p) },
            ]}
          />
        </Panel>
      </div>
    </>
  );
}
