import { invoiceTaxCodeLabels } from '#contract/invoice/labels.ts';
import type { InvoiceDetails } from '#contract/invoice/shapes.ts';
import { toPercent } from '#contract/money/cents.ts';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';
import { formatLinePeriod } from './words.ts';

type Line = Pick<InvoiceDetails['lines'][number], 'label' | 'qty' | 'unit_cents' | 'tax_code' | 'tax_cents' | 'cents' | 'from' | 'last'> & {
  readonly n?: number;
  readonly open_cents?: number;
};
type Sums = {
  readonly total_cents: number;
  readonly tax_cents: number;
  readonly paid_cents?: number;
  readonly credited_cents?: number;
  readonly returned_cents?: number;
  readonly open_cents?: number;
};

/** The credited total, as on the credit notes, including returned payments. */
const takenOff = ({ credited_cents = 0, returned_cents = 0 }: Sums): number => credited_cents + returned_cents;

/** The lines of an invoice and their totals, to the cent because they are binding. */
export const InvoiceLinesTable = ({ lines, sums }: { lines: readonly Line[]; sums: Sums }) => (
  <div className={classes.scroll}>
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{m.invoices_line_what()}</th>
          <th scope="col" data-right className={classes.hide}>
            {m.invoices_line_qty()}
          </th>
          <th scope="col" data-right className={classes.hide}>
            {m.invoices_line_each()}
          </th>
          <th scope="col" className={classes.hide}>
            {m.invoices_line_tax()}
          </th>
          <th scope="col" data-right>
            {m.invoices_line_sum()}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          <tr key={line.n ?? `${at} ${line.label}`}>
            <td>
              {line.label}
              {formatLinePeriod(line) && <small>{formatLinePeriod(line)}</small>}
            </td>
            <td data-right className={classes.hide}>
              {line.qty}
            </td>
            <td data-right className={classes.hide}>
              {formatKes(line.unit_cents, true)}
            </td>
            <td className={classes.hide} title={invoiceTaxCodeLabels[line.tax_code]()}>
              {line.tax_code}
            </td>
            <td data-right>{formatKes(line.cents, true)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <Sum label={m.invoices_sum_total()} cents={sums.total_cents} total={!sums.paid_cents && !sums.credited_cents} />
        {Boolean(sums.paid_cents) && <Sum label={m.invoices_sum_paid()} cents={-(sums.paid_cents ?? 0)} />}
        {takenOff(sums) > 0 && <Sum label={m.invoices_sum_credited()} cents={-takenOff(sums)} />}
        {Boolean(sums.returned_cents) && <Sum label={m.invoices_sum_returned()} cents={sums.returned_cents ?? 0} />}
        {Boolean(sums.paid_cents || sums.credited_cents) && <Sum label={m.invoices_sum_open()} cents={sums.open_cents ?? 0} total />}
        {sums.tax_cents !== 0 && <Sum label={m.invoices_sum_tax()} cents={sums.tax_cents} />}
      </tfoot>
    </table>
  </div>
);

const Sum = ({ label, cents, total = false }: { label: string; cents: number; total?: boolean }) => (
  <tr data-total={total || undefined}>
    <td>{label}</td>
    <td className={classes.hide} />
    <td className={classes.hide} />
    <td className={classes.hide} />
    <td data-right>{formatKes(cents, true)}</td>
  </tr>
);

/** "VAT 16%": the rate of a tax code, as on a PDF. */
export const formatInvoiceTax = ({ code, rate_bp }: InvoiceDetails['taxes'][number]): string =>
  m.invoices_tax_of({ name: invoiceTaxCodeLabels[code](), code, percent: toPercent(rate_bp) });
