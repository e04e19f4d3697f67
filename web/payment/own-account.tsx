import { paymentCalls } from '#contract/payment/calls.ts';
import type { AccountStatement } from '#contract/payment/shapes.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { useCurrentTenancy } from '#web/collection/current-tenancy.ts';
import { getPayableKindName } from '#web/collection/kind-names.ts';
import { paymentMethodNames } from '#web/collection/words.ts';
import { OpenPdfButton } from '#web/forms/download-buttons.tsx';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes, formatMonth } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';

/** The statement of account: invoices and payments in one list, newest first, with the balance after each; and the deposit. */
export default function AccountStatementPage() {
  const here = useCurrentTenancy();
  const { link } = useDashboard();
  const { product } = useApp();
  const answer = useCall(paymentCalls.accountStatement, { tenancy_id: here.id });
  if (!here.answer.data) return <LoadingState answer={here.answer} />;
  if (!answer.data) return <LoadingState answer={answer} />;
  const { rows, balance_cents: balance, deposit } = answer.data;
  return (
    <>
      <PageHeader
        title={m.payments_account_own()}
        crumbs={[{ label: m.payments_own_title(), href: link('payment.own') }, { label: m.payments_account_own() }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={m.payments_account_own_sub()}
        actions={
          <OpenPdfButton
            label={m.payments_account_pdf()}
            address={async () => (await send(paymentCalls.accountStatementPdfLink, { tenancy_id: here.id })).address}
          />
        }
      />
      <div className={classes.stack}>
        <FactStrip items={[formatAccountBalance(balance)]} />
        <Panel title={m.payments_deposit_title()}>
          {depositText(deposit, product)}
          {deposit.on && <p className={classes.quiet}>{m.payments_deposit_on({ date: formatDate(deposit.on) })}</p>}
        </Panel>
        <Panel title={m.payments_account_own()} pad={false}>
          <PanelRows>
            {rows.length === 0 && <div>{m.payments_account_none()}</div>}
            {rows.toReversed().map((row) => (
              <AppLink key={`${row.what} ${row.id} ${row.on} ${row.balance_cents}`} href={hrefOf(row, link)}>
                <span className={classes.grow}>
                  <b>{getStatementRowName(row)}</b>
                  <small>{[row.code, formatDate(row.on)].join(' · ')}</small>
                </span>
                <span className={classes.end}>
                  <b className="num">{formatKes(row.cents)}</b>
                  <small className="num">{m.payments_account_balance({ sum: formatKes(row.balance_cents) })}</small>
                </span>
              </AppLink>
            ))}
          </PanelRows>
        </Panel>
      </div>
    </>
  );
}

type Row = AccountStatement['rows'][number];
const hrefOf = ({ what, id, code }: Row, link: ReturnType<typeof useDashboard>['link']): string =>
  what === 'invoice' || what === 'note'
    ? link('invoice.ownOne', { invoice_id: id, invoice_code: code })
    : link('payment.ownOne', { id, invoice_code: code });

/** The current balance as text: due, in credit or settled. */
export const formatAccountBalance = (balance: number) =>
  balance > 0
    ? { label: m.payments_account_owed(), value: formatKes(balance) }
    : balance < 0
      ? { label: m.payments_account_ahead(), value: formatKes(-balance) }
      : { label: m.payments_account_owed(), value: m.payments_account_even() };

export function getStatementRowName(row: Row): string {
  if (row.what === 'payment') return [row.how && paymentMethodNames[row.how](), row.kind].filter(Boolean).join(' ');
  if (row.what === 'refund') return m.payments_account_refund();
  if (row.what === 'note')
    return row.kind === 'late_fee' ? m.payments_account_let_go({ code: row.code }) : m.payments_account_note({ code: row.code });
  return [row.title ?? getPayableKindName(row.kind), row.period_from && formatMonth(row.period_from)].filter(Boolean).join(', ');
}

function depositText({ agreed_cents: agreed, held_cents: held, holder, company }: AccountStatement['deposit'], product: string): string {
  if (held > 0)
    return holder === 'platform'
      ? m.payments_deposit_platform({ sum: formatKes(held), product })
      : m.payments_deposit_company({ sum: formatKes(held), company });
  return agreed > 0 ? m.payments_deposit_none({ sum: formatKes(agreed) }) : m.payments_deposit_none_asked();
}
