import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { invoiceActionCalls } from '#contract/invoice/act-calls.ts';
import { manualInvoiceKinds } from '#contract/invoice/kinds.ts';
import { invoiceKindLabels } from '#contract/invoice/labels.ts';
import { type TenancyDetails, tenancyCalls } from '#contract/tenancy/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { UnsavedChangesGuard } from '#web/forms/unsaved-changes.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';
import { InvoiceLinesEditor } from './lines-editor.tsx';
import { InvoiceLinesTable } from './lines-table.tsx';
import { areInvoiceLinesReady, type InvoiceLineDraft, makeBlankInvoiceLine, toInvoiceLineInput } from './new-lines.ts';

/** A manual invoice for one tenancy. */
export default function CreateInvoice() {
  const { id, code = '' } = useParams();
  const found = useCall(tenancyCalls.details, { id: parseAddressId(id), ...(code ? { code } : {}) });
  if (!found.data) return <LoadingState answer={found} text={m.invoices_not_found()} />;
  return <Form tenancy={found.data} />;
}

function Form({ tenancy: t }: { tenancy: TenancyDetails }) {
  const { link } = useDashboard();
  const navigate = useNavigate();
  const [lines, setLines] = useState<readonly InvoiceLineDraft[]>([makeBlankInvoiceLine(1)]);
  const form = useForm(invoiceActionCalls.create, {
    id: 'invoice',
    blank: { kind: 'ad_hoc' as (typeof manualInvoiceKinds)[number], due_on: addDays(clock.today(), 7), period_from: '', period_last: '', note: '' },
    given: ({ period_from, period_last, ...rest }) => ({
      tenancy_id: t.id,
      ...rest,
      note: rest.note.trim(),
      period_from: period_from || null,
      period_last: period_last || null,
      lines: lines.map(toInvoiceLineInput),
    }),
    whole: () => (areInvoiceLinesReady(lines) ? '' : m.invoices_need_amounts()),
    inPlace: true,
    said: (i) => m.invoices_said_issued({ code: i.code, sum: formatKes(i.total_cents) }),
    done: async (i) => navigate(link('invoice.detail', { invoice_id: i.id, code: i.code })),
  });
  const { kind, due_on } = form.values;
  return (
    <>
      <PageHeader
        title={m.invoices_new()}
        crumbs={[
          { label: t.code, href: link('tenancy.detail', { id: t.id, code: t.code }) },
          { label: m.invoices_title(), href: link('invoice.ofTenancy', { id: t.id, code: t.code }) },
          { label: m.invoices_new() },
        ]}
        crumbsLabel={m.shell_nav_sections()}
        sub={`${t.lead?.name ?? t.code} · ${t.unit.name}, ${t.property.name}`}
      />
      <UnsavedChangesGuard form={form} name={m.invoices_new()} />
      <form className={classes.wizard} noValidate onSubmit={form.submit}>
        <div className={classes.form}>
          {form.problem && <Note tone="bad">{form.problem}</Note>}
          <Panel title={m.invoices_panel_about()}>
            <div className={classes.pair}>
              <NativeSelect
                {...form.text('kind')}
                label={m.invoices_field_kind()}
                data={manualInvoiceKinds.map((value) => ({ value, label: invoiceKindLabels[value]() }))}
              />
              <TextInput {...form.text('due_on')} type="date" label={m.invoices_field_due()} min={clock.today()} />
              <TextInput {...form.text('period_from')} type="date" label={`${m.invoices_field_from()} ${m.shell_optional()}`} />
              <TextInput {...form.text('period_last')} type="date" label={`${m.invoices_field_last()} ${m.shell_optional()}`} />
            </div>
          </Panel>
          <Panel title={m.invoices_panel_lines()}>
            <InvoiceLinesEditor lines={lines} put={setLines} />
          </Panel>
          <Textarea
            {...form.text('note')}
            label={`${m.invoices_field_note()} ${m.shell_optional()}`}
            description={m.invoices_field_note_help()}
            autosize
            minRows={2}
            maxLength={1000}
          />
        </div>
        <Preview tenancyId={t.id} lines={lines} kind={kind} dueOn={due_on} who={t.lead?.name ?? t.code}>
          <div className={classes.foot}>
            <Button component={AppLink} href={link('invoice.ofTenancy', { id: t.id, code: t.code })} variant="default">
              {m.shell_cancel()}
            </Button>
            <Button type="submit" loading={form.busy}>
              {m.invoices_issue()}
            </Button>
          </div>
        </Preview>
      </form>
    </>
  );
}

type Shown = {
  tenancyId: number;
  lines: readonly InvoiceLineDraft[];
  kind: (typeof manualInvoiceKinds)[number];
  dueOn: string;
  who: string;
  children: ReactNode;
};
/** The preview with tax and rounding, calculated by the server. */
function Preview({ tenancyId, lines, kind, dueOn, who, children }: Shown) {
  const { link } = useDashboard();
  // Validity is checked on the values sent, not on those typed since.
  const [asked] = useDebouncedValue(
    {
      ready: areInvoiceLinesReady(lines) && dueOn !== '',
      given: { tenancy_id: tenancyId, kind, due_on: dueOn, lines: lines.map(toInvoiceLineInput) },
    },
    400,
  );
  const { data } = useCall(invoiceActionCalls.preview, asked.given, { enabled: asked.ready, quiet: true });
  return (
    <div className={classes.summary}>
      <Panel title={m.invoices_preview()} pad={false}>
        {data ? (
          <InvoiceLinesTable lines={data.lines} sums={data} />
        ) : (
          <p className={`${classes.quiet} ${classes.inset}`}>{m.invoices_preview_none()}</p>
        )}
      </Panel>
      {data?.duplicate && (
        <Note
          tone="guard"
          action={
            <AppLink href={link('invoice.detail', { invoice_id: data.duplicate.id, code: data.duplicate.code })}>{data.duplicate.code}</AppLink>
          }
        >
          {m.invoices_duplicate()}
        </Note>
      )}
      <p className={classes.quiet}>{m.invoices_issue_text({ who })}</p>
      {children}
    </div>
  );
}
