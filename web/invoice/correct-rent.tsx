import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { rentCorrectionCalls } from '#contract/invoice/correction-calls.ts';
import { rentCorrectionOutcomeLabels } from '#contract/invoice/labels.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { toCents, toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { type TenancyDetails, tenancyCalls } from '#contract/tenancy/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { monthStart } from '#contract/time/days.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { UnsavedChangesGuard } from '#web/forms/unsaved-changes.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatKes, formatMonth } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';

/** The rent was recorded wrongly: the correct rent, and its effect on open invoices, before anything is saved. */
export default function CorrectRent() {
  const { id, code = '' } = useParams();
  const found = useCall(tenancyCalls.details, { id: parseAddressId(id), ...(code ? { code } : {}) });
  if (!found.data) return <LoadingState answer={found} text={m.invoices_not_found()} />;
  return <Form tenancy={found.data} />;
}

function Form({ tenancy: t }: { tenancy: TenancyDetails }) {
  const { link } = useDashboard();
  const navigate = useNavigate();
  const back = link('invoice.ofTenancy', { id: t.id, code: t.code });
  const [agreed, agree] = useState(false);
  const first = monthStart(clock.today());
  const [typed, type] = useState({ rent_cents: t.rent_cents, from: first < t.starts_on ? t.starts_on : first });
  const [asked] = useDebouncedValue(typed, 400);
  const ready = asked.rent_cents > 0 && asked.rent_cents !== t.rent_cents && asked.from !== '';
  const wrong = { tenancy_id: t.id, rent_cents: toCents(asked.rent_cents), from: asked.from };
  const answer = useCall(rentCorrectionCalls.previewRentCorrection, wrong, { enabled: ready, quiet: true });
  const shown = ready && asked === typed && !answer.isPlaceholderData ? answer.data : undefined;
  const form = useForm(rentCorrectionCalls.correctRent, {
    id: 'correct-rent',
    blank: { reason: '' },
    given: ({ reason }) => ({
      ...wrong,
      reason: reason.trim(),
      credit_cents: shown?.credit_cents ?? 0,
      charge_cents: shown?.charge_cents ?? 0,
    }),
    says: { reason: m.invoices_need_reason },
    touches: [invoiceCalls, tenancyCalls],
    inPlace: true,
    said: () => m.invoices_said_rent({ code: t.code }),
    done: async () => navigate(back),
  });
  return (
    <>
      <PageHeader
        title={m.invoices_rent_title()}
        crumbs={[
          { label: t.code, href: link('tenancy.detail', { id: t.id, code: t.code }) },
          { label: m.invoices_title(), href: back },
          { label: m.invoices_rent_title() },
        ]}
        crumbsLabel={m.shell_nav_sections()}
        sub={`${t.lead?.name ?? t.code} · ${t.unit.name}, ${t.property.name}`}
      />
      <UnsavedChangesGuard form={form} name={m.invoices_rent_title()} />
      <form className={classes.wizard} noValidate onSubmit={form.submit}>
        <div className={classes.form}>
          <p className={classes.quiet}>{m.invoices_rent_text()}</p>
          {form.problem && <Note tone="bad">{form.problem}</Note>}
          <div className={classes.pair}>
            <MoneyInput
              label={m.invoices_rent_correct()}
              value={toShillings(typed.rent_cents)}
              onChange={(value) => type((old) => ({ ...old, rent_cents: typedAmountToCents(Number(value)) }))}
            />
            <TextInput
              type="date"
              label={m.invoices_rent_from()}
              min={t.starts_on}
              value={typed.from}
              onChange={(event) => {
                const { value } = event.currentTarget;
                type((old) => ({ ...old, from: value }));
              }}
            />
          </div>
          <Textarea {...form.text('reason')} label={m.invoices_field_reason()} autosize minRows={2} maxLength={500} />
        </div>
        <div className={classes.summary}>
          {answer.isError && ready && <LoadingState answer={answer} />}
          {shown ? <Preview of={shown} now={typed.rent_cents} /> : <p className={classes.quiet}>{m.invoices_rent_none()}</p>}
          {shown && <Checkbox checked={agreed} onChange={(event) => agree(event.currentTarget.checked)} label={m.invoices_rent_sure()} />}
          <div className={classes.foot}>
            <Button component={AppLink} href={back} variant="default">
              {m.shell_cancel()}
            </Button>
            <Button type="submit" loading={form.busy} disabled={!shown || !agreed}>
              {m.invoices_rent_do()}
            </Button>
          </div>
        </div>
      </form>
    </>
  );
}

type Shown = CallResult<typeof rentCorrectionCalls.previewRentCorrection>;
/** The old and the new rent, the invoices that change, and the messages that the tenant reads. */
function Preview({ of, now }: { of: Shown; now: number }) {
  const { link } = useDashboard();
  return (
    <>
      <FactStrip
        items={[
          { label: m.invoices_rent_was(), value: formatKes(of.was_cents) },
          { label: m.invoices_rent_now(), value: formatKes(now) },
          ...(of.credit_cents > 0 ? [{ label: m.invoices_rent_credited(), value: formatKes(of.credit_cents, true) }] : []),
          ...(of.charge_cents > 0 ? [{ label: m.invoices_rent_charged(), value: formatKes(of.charge_cents, true) }] : []),
        ]}
      />
      <Panel title={m.invoices_rent_rows()} pad={false}>
        <PanelRows>
          {of.rows.length === 0 && <div>{m.invoices_rent_no_rows()}</div>}
          {of.rows.map((row) => (
            <AppLink key={row.invoice.id} href={link('invoice.detail', { invoice_id: row.invoice.id, code: row.invoice.code })}>
              <span className={classes.grow}>
                <b>{formatMonth(row.month)}</b>
                <small>
                  {row.invoice.code} · {rentCorrectionOutcomeLabels[row.outcome]()}
                </small>
              </span>
              <span className="num">{formatKes(row.outcome === 'credit' ? -row.cents : row.cents, true)}</span>
            </AppLink>
          ))}
        </PanelRows>
      </Panel>
      <Panel title={m.invoices_rent_told()} pad={false}>
        <PanelRows>
          {of.told.map((one) => (
            <div key={one.heading + one.message}>
              <span className={classes.grow}>
                <b>{one.heading}</b>
                <small>{one.message}</small>
              </span>
            </div>
          ))}
        </PanelRows>
      </Panel>
    </>
  );
}
