import type { PublicInvoice } from '#contract/invoice/shapes.ts';
import { toPercent } from '#contract/money/cents.ts';
import { PindoPattern } from '#web/ui/brand.tsx';
import { formatDate, formatKes, phone } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { InvoiceStatusBadge } from './badge.tsx';
import classes from './sheet.module.css';

const days = (from: string | null, last: string | null): string => (from && last ? `${formatDate(from)} – ${formatDate(last)}` : '');

/** The invoice as a sheet of paper: white in every colour scheme, the same on screen and in print. */
export const InvoiceSheet = ({ of: i }: { of: PublicInvoice }) => (
  <article className={classes.sheet}>
    <PindoPattern h={12} />
    <div className={classes.in}>
      <header className={classes.head}>
        <div>
          <div className={classes.co}>{i.company.name}</div>
          <p>
            {[i.company.kra_pin && m.invoices_kra({ pin: i.company.kra_pin }), i.company.phone && phone(i.company.phone)].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className={classes.right}>
          <h1>{m.invoices_one()}</h1>
          <span className={classes.code}>
            {m.invoice_number({ number: i.serial })} · {i.code}
          </span>
          <InvoiceStatusBadge of={i} />
        </div>
      </header>
      <dl className={classes.meta}>
        <div>
          <dt>{m.invoices_sheet_for()}</dt>
          <dd>
            <b>{i.name}</b>
            {i.unit}, {i.property}
          </dd>
        </div>
        <Fact label={m.invoices_issued()} value={formatDate(i.issued_on)} />
        <Fact label={m.invoices_column_due()} value={formatDate(i.due_on)} />
        {i.period_from && i.period_last && <Fact label={m.invoices_period()} value={days(i.period_from, i.period_last)} />}
      </dl>
      <table className={classes.lines}>
        <thead>
          <tr>
            <th scope="col">{m.invoices_line_what()}</th>
            <th scope="col" className={classes.wide}>
              {m.invoices_line_qty()}
            </th>
            <th scope="col" className={classes.wide}>
              {m.invoices_line_each()}
            </th>
            <th scope="col" className={classes.wide}>
              {m.invoices_line_tax()}
            </th>
            <th scope="col">{m.invoices_line_sum()}</th>
          </tr>
        </thead>
        <tbody>
          {i.lines.map((line) => (
            <tr key={`${line.kind} ${line.label} ${line.from} ${line.cents}`}>
              <td>
                {line.label}
                {line.from && line.from !== i.period_from && <small>{days(line.from, line.last)}</small>}
              </td>
              <td className={classes.wide}>{line.qty}</td>
              <td className={classes.wide}>{formatKes(line.unit_cents, true)}</td>
              <td className={classes.wide}>{line.tax_code}</td>
              <td>{formatKes(line.cents, true)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Sums of={i} />
      <Foot of={i} />
    </div>
  </article>
);

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <b>{value}</b>
    </dd>
  </div>
);

const Sums = ({ of: i }: { of: PublicInvoice }) => (
  <dl className={classes.sum}>
    <Sum label={m.invoices_sum_total()} cents={i.total_cents} total={i.paid_cents === 0 && i.credited_cents === 0} />
    {i.paid_cents !== 0 && <Sum label={m.invoices_sum_paid()} cents={-i.paid_cents} />}
    {i.credited_cents !== 0 && <Sum label={m.invoices_sum_credited()} cents={-i.credited_cents} />}
    {(i.paid_cents !== 0 || i.credited_cents !== 0) && <Sum label={m.invoices_sum_open()} cents={i.open_cents} total />}
    {i.taxes.map((tax) => (
      <Sum key={tax.code} label={m.invoices_sheet_tax({ code: tax.code, percent: toPercent(tax.rate_bp) })} cents={tax.tax_cents} />
    ))}
  </dl>
);
const Sum = ({ label, cents, total = false }: { label: string; cents: number; total?: boolean }) => (
  <div data-total={total || undefined}>
    <dt>{label}</dt>
    <dd>{formatKes(cents, true)}</dd>
  </div>
);

function Foot({ of: i }: { of: PublicInvoice }) {
  const to = i.pay_to;
  return (
    <footer className={classes.foot}>
      {to ? (
        <p>
          <b>{m.invoices_sheet_pay()}</b>
          {to.paybill && `\n${m.invoices_sheet_paybill({ number: to.paybill, account: to.account })}`}
          {to.till && `\n${m.invoices_sheet_till({ number: to.till })}`}
          {to.bank && `\n${to.bank}`}
        </p>
      ) : (
        <span />
      )}
      {i.etims.cu_no && <span className={classes.etims}>{m.invoices_sheet_etims({ cu: i.etims.cu_no, number: i.etims.receipt_no ?? '' })}</span>}
    </footer>
  );
}
