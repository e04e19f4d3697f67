import { ActionIcon, Avatar, CopyButton } from '@mantine/core';
import { isAllowed } from '#contract/access/grants.ts';
import { invoiceClosureKindLabels } from '#contract/invoice/closure.ts';
import { etimsStateLabels } from '#contract/invoice/labels.ts';
import type { InvoiceDetails } from '#contract/invoice/shapes.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { LedgerEffects } from '#web/ledger/ledger-effects.tsx';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes, getInitials } from '#web/ui/format.ts';
import { IconCheck, IconCopy } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';
import { formatInvoiceTax } from './lines-table.tsx';
import { formatInvoiceHome, formatLinePeriod } from './words.ts';

/** The part beside the lines: payer, home, payment details, and the link to the public page. */
export function InvoiceAside({ of: i }: { of: InvoiceDetails }) {
  const { visitor } = useApp();
  const { link } = useDashboard();
  const tenancies = isAllowed(['tenancies', 'read'], visitor);
  return (
    <div className={classes.stack}>
      <Panel title={m.invoices_panel_who()}>
        <div className={classes.who}>
          <Avatar radius="xl">{getInitials(i.tenant.name)}</Avatar>
          <span className={classes.grow}>
            <b>{i.tenant.name}</b>
            <small>{formatInvoiceHome(i)}</small>
          </span>
        </div>
        <DefinitionList
          items={[
            ...(i.tenancy
              ? [
                  {
                    label: m.invoices_of_tenancy(),
                    value: tenancies ? (
                      <AppLink href={link('tenancy.detail', { id: i.tenancy.id, code: i.tenancy.code })}>{i.tenancy.code}</AppLink>
                    ) : (
                      i.tenancy.code
                    ),
                  },
                ]
              : []),
            ...(i.booking && !i.tenancy
              ? [
                  {
                    label: m.invoices_of_booking(),
                    value: isAllowed(['booking', 'read'], visitor) ? (
                      <AppLink href={link('booking.detail', { id: i.booking.id, code: i.booking.code })}>{i.booking.code}</AppLink>
                    ) : (
                      i.booking.code
                    ),
                  },
                ]
              : []),
            ...(i.period_from && i.period_last
              ? [{ label: m.invoices_period(), value: formatLinePeriod({ from: i.period_from, last: i.period_last }) }]
              : []),
            ...(i.agent ? [{ label: m.invoices_agent(), value: i.agent.name }] : []),
            ...(i.run
              ? [{ label: m.invoices_of_run(), value: <AppLink href={`${link('invoice.list')}?run_id=${i.run.id}`}>{i.run.code}</AppLink> }]
              : []),
            ...(i.note ? [{ label: m.invoices_field_note(), value: i.note }] : []),
          ]}
        />
      </Panel>
      {(i.pay_to || i.link) && (
        <Panel title={m.invoices_panel_pay()}>
          {i.pay_to && <InvoicePaymentDetails to={i.pay_to} />}
          {i.link && <PublicLink link={i.link} />}
        </Panel>
      )}
      {i.late_fees.length > 0 && (
        <Panel title={m.invoices_panel_late()}>
          <ul className={classes.list}>
            {i.late_fees.map((fee) => (
              <li key={fee.id}>
                <AppLink href={link('invoice.detail', { invoice_id: fee.id, code: fee.code })}>{fee.code}</AppLink>, {formatDate(fee.on)} ·{' '}
                <span className="num">{formatKes(fee.cents)}</span>
                {fee.settled && ` · ${invoiceClosureKindLabels[fee.settled]()}`}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title={m.invoices_panel_tax()}>
        <DefinitionList
          items={i.taxes.map((tax) => ({ label: formatInvoiceTax(tax), value: <span className="num">{formatKes(tax.tax_cents, true)}</span> }))}
        />
        <p className={classes.tax}>{etimsStateLabels[i.etims.state]()}</p>
      </Panel>
      <LedgerEffects of={i.booked} />
    </div>
  );
}

export const InvoicePaymentDetails = ({ to }: { to: NonNullable<InvoiceDetails['pay_to']> }) => (
  <DefinitionList
    items={[
      ...(to.paybill ? [{ label: m.invoices_paybill(), value: <b className="num">{to.paybill}</b> }] : []),
      ...(to.till ? [{ label: m.invoices_till(), value: <b className="num">{to.till}</b> }] : []),
      { label: m.invoices_account(), value: <b className="num">{to.account}</b> },
      ...(to.bank ? [{ label: m.invoices_bank(), value: to.bank }] : []),
    ]}
  />
);

/** The public page: copy the link to send it, or open it. */
const PublicLink = ({ link }: { link: string }) => (
  <p className={classes.copy}>
    <AppLink href={link} target="_blank" rel="noopener">
      {m.invoices_link_open()}
    </AppLink>
    <CopyButton value={link.startsWith('/') ? `${window.location.origin}${link}` : link}>
      {({ copied, copy }) => (
        <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={copied ? m.invoices_link_copied() : m.invoices_link_copy()}>
          {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  </p>
);
