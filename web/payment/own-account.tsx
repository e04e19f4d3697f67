import { paymentCalls } from '#contract/payment/calls.ts';
import type { OwnAccount } from '#contract/payment/shapes.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { useHere } from '#web/collection/here.ts';
import { kindName } from '#web/collection/kind-names.ts';
import { howNames } from '#web/collection/words.ts';
import { OpenPaper } from '#web/forms/take-file.tsx';
import { useApp } from '#web/layout/app.tsx';
import { useDash } from '#web/layout/screen.ts';
import { Waiting } from '#web/layout/waiting.tsx';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { date, kes, month } from '#web/ui/format.ts';
import { A } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';

/** What was asked and what was paid in one list, the newest first, each with what stood after it; and where the deposit is. */
export default function OwnAccountPage() {
  const here = useHere();
  const { link } = useDash();
  const { product } = useApp();
  const answer = useCall(paymentCalls.ownAccount, { tenancy_id: here.id });
  if (!here.answer.data) return <Waiting answer={here.answer} />;
  if (!answer.data) return <Waiting answer={answer} />;
  const { rows, balance_cents: balance, deposit } = answer.data;
  return (
    <>
      <PageHeader
        title={m.payments_account_own()}
        crumbs={[{ label: m.payments_own_title(), href: link('payment.own') }, { label: m.payments_account_own() }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={m.payments_account_own_sub()}
        actions={
          <OpenPaper
            label={m.payments_account_pdf()}
            address={async () => (await send(paymentCalls.ownAccountPaper, { tenancy_id: here.id })).address}
          />
        }
      />
      <div className={classes.stack}>
        <FactStrip items={[standing(balance)]} />
        <Panel title={m.payments_deposit_title()}>
          {depositText(deposit, product)}
          {deposit.on && <p className={classes.quiet}>{m.payments_deposit_on({ date: date(deposit.on) })}</p>}
        </Panel>
        <Panel title={m.payments_account_own()} pad={false}>
          <PanelRows>
            {rows.length === 0 && <div>{m.payments_account_none()}</div>}
            {rows.toReversed().map((row) => (
              <A key={`${row.what} ${row.id} ${row.on} ${row.balance_cents}`} href={hrefOf(row, link)}>
                <span className={classes.grow}>
                  <b>{nameOf(row)}</b>
                  <small>{[row.code, date(row.on)].join(' · ')}</small>
                </span>
                <span className={classes.end}>
                  <b className="num">{kes(row.cents)}</b>
                  <small className="num">{m.payments_account_balance({ sum: kes(row.balance_cents) })}</small>
                </span>
              </A>
            ))}
          </PanelRows>
        </Panel>
      </div>
    </>
  );
}

type Row = OwnAccount['rows'][number];
const hrefOf = ({ what, id, code }: Row, link: ReturnType<typeof useDash>['link']): string =>
  what === 'invoice' || what === 'note'
    ? link('invoice.ownOne', { invoice_id: id, invoice_code: code })
    : link('payment.ownOne', { id, invoice_code: code });

/** What stands now, said as what it is. */
export const standing = (balance: number) =>
  balance > 0
    ? { label: m.payments_account_owed(), value: kes(balance) }
    : balance < 0
      ? { label: m.payments_account_ahead(), value: kes(-balance) }
      : { label: m.payments_account_owed(), value: m.payments_account_even() };

export function nameOf(row: Row): string {
  if (row.what === 'payment') return [row.how && howNames[row.how](), row.kind].filter(Boolean).join(' ');
  if (row.what === 'refund') return m.payments_account_refund();
  if (row.what === 'note')
    return row.kind === 'late_fee' ? m.payments_account_let_go({ code: row.code }) : m.payments_account_note({ code: row.code });
  return [row.title ?? kindName(row.kind), row.period_from && month(row.period_from)].filter(Boolean).join(', ');
}

function depositText({ agreed_cents: agreed, held_cents: held, holder, company }: OwnAccount['deposit'], product: string): string {
  if (held > 0)
    return holder === 'platform' ? m.payments_deposit_platform({ sum: kes(held), product }) : m.payments_deposit_company({ sum: kes(held), company });
  return agreed > 0 ? m.payments_deposit_none({ sum: kes(agreed) }) : m.payments_deposit_none_asked();
}
