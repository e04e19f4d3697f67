import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import type { InvoiceRun } from '#contract/invoice/batch-shapes.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { invoiceRunKeptReasonLabels } from '#contract/invoice/labels.ts';
import { invoiceRunCalls } from '#contract/invoice/run-calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatCount, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';

/** Voids all invoices of a complete run, or shows how far that is. */
export function VoidRun({ of }: { of: InvoiceRun }) {
  const { visitor } = useApp();
  const [asked, ask] = useState(false);
  if (of.voiding)
    return (
      <Note tone={of.voiding.state === 'stopped' ? 'bad' : 'info'}>
        {of.voiding.problem ?? m.invoices_run_voided({ voided: formatCount(of.voiding.voided), by: of.voiding.by ?? '', reason: of.voiding.reason })}
      </Note>
    );
  if (of.state !== 'done' || of.made === 0 || !isAllowed(invoiceRunCalls.voidRun.needs, visitor)) return null;
  return (
    <div className={classes.foot}>
      <Button variant="subtle" color="red" onClick={() => ask(true)}>
        {m.invoices_run_void()}
      </Button>
      {asked && <VoidRunForm of={of} close={() => ask(false)} />}
    </div>
  );
}

/** The preview: what is voided, and the invoices that stay, each with its reason. */
function VoidRunForm({ of, close }: { of: InvoiceRun; close: () => void }) {
  const { link } = useDashboard();
  const found = useCall(invoiceRunCalls.previewVoidRun, { id: of.id });
  const count = found.data?.count ?? 0;
  const form = useForm(invoiceRunCalls.voidRun, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: of.id, reason: reason.trim(), count }),
    says: { reason: m.invoices_need_reason },
    touches: [invoiceCalls],
    inPlace: true,
    said: () => m.invoices_said_run_void({ code: of.code }),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.invoices_run_void()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.invoices_run_void()} disabled={!(count > 0)} danger />}
    >
      <p>{m.invoices_run_void_text()}</p>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      {found.data ? (
        <>
          <p>{m.invoices_run_void_sum({ count, sum: formatKes(found.data.total_cents) })}</p>
          {found.data.told.length > 0 && (
            <Panel title={m.invoices_rent_told()} pad={false}>
              <PanelRows>
                {found.data.told.map((one) => (
                  <div key={one.heading}>
                    <span className={classes.grow}>
                      <b>{one.heading}</b>
                      <small>{one.message}</small>
                    </span>
                  </div>
                ))}
                {count > found.data.told.length && <div>{m.invoices_run_void_told_more({ count: count - found.data.told.length })}</div>}
              </PanelRows>
            </Panel>
          )}
          {found.data.kept_count > 0 && (
            <>
              <p>{m.invoices_run_void_kept({ count: found.data.kept_count })}</p>
              <PanelRows>
                {found.data.kept.map((one) => (
                  <AppLink key={one.invoice.id} href={link('invoice.detail', { invoice_id: one.invoice.id, code: one.invoice.code })}>
                    <span className={classes.grow}>
                      <b>{one.tenant.name}</b>
                      <small>
                        {one.invoice.code} · {one.unit.name}, {one.property.name}
                      </small>
                    </span>
                    <span>{invoiceRunKeptReasonLabels[one.why]()}</span>
                  </AppLink>
                ))}
              </PanelRows>
            </>
          )}
        </>
      ) : (
        <LoadingState answer={found} rows={3} />
      )}
      <Textarea {...form.text('reason')} label={m.invoices_field_reason()} autosize minRows={2} maxLength={500} />
    </FormDrawer>
  );
}
