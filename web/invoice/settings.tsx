import { Button, Checkbox, TextInput } from '@mantine/core';
import { invoiceRunCalls } from '#contract/invoice/run-calls.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';

type Setting = CallResult<typeof invoiceRunCalls.invoiceSettings>;

/** Invoice settings of the company, with a link to the late-fee policies. */
export default function InvoiceSettings() {
  const { link } = useDashboard();
  const found = useCall(invoiceRunCalls.invoiceSettings, {});
  const setting = found.data;
  const steps = setting?.policies.filter((one) => one.active && one.tiers.length > 0) ?? [];
  return (
    <>
      <PageHeader
        title={m.invoices_settings_title()}
        crumbs={[{ label: m.invoices_title(), href: link('invoice.list') }, { label: m.invoices_settings_title() }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={m.invoices_settings_sub()}
      />
      {!setting && <LoadingState answer={found} />}
      {setting && (
        <div className={classes.cols}>
          <Auto key={setting.revision} setting={setting} />
          <Panel title={m.invoices_settings_late()} pad={false}>
            <PanelRows>
              <AppLink href={link('invoice.late')}>
                <span className={classes.grow}>
                  <b>{m.invoices_late_title()}</b>
                  <small>
                    {steps.length + setting.terms.length === 0
                      ? m.invoices_settings_late_none()
                      : [
                          ...steps.map((one) => one.property?.name ?? one.tenancy?.code ?? m.invoices_late_company()),
                          ...setting.terms.map((one) => one.property.name),
                        ].join(', ')}
                  </small>
                </span>
              </AppLink>
            </PanelRows>
          </Panel>
        </div>
      )}
    </>
  );
}

function Auto({ setting }: { setting: Setting }) {
  const form = useForm(invoiceRunCalls.updateInvoiceSettings, {
    blank: {
      auto: setting.auto,
      days_before: String(setting.days_before),
      bills_from: setting.bills_from ?? '',
      vat_registered: setting.vat_registered,
    },
    given: ({ auto, days_before, bills_from, vat_registered }) => ({
      auto,
      days_before: Number(days_before),
      bills_from: bills_from || null,
      vat_registered,
      revision: setting.revision,
    }),
    inPlace: true,
    said: () => m.invoices_said_setting(),
  });
  return (
    <Panel title={m.invoices_auto_title()}>
      <form className={classes.form} noValidate onSubmit={form.submit}>
        {form.problem && <Note tone="bad">{form.problem}</Note>}
        <Checkbox {...form.tick('auto')} label={m.invoices_auto()} description={m.invoices_auto_help()} />
        <TextInput {...form.text('days_before')} label={m.invoices_auto_days()} inputMode="numeric" maxLength={2} />
        <TextInput
          {...form.text('bills_from')}
          type="date"
          label={`${m.invoices_auto_from()} ${m.shell_optional()}`}
          description={m.invoices_auto_from_help()}
        />
        <Checkbox {...form.tick('vat_registered')} label={m.invoices_auto_vat()} description={m.invoices_auto_vat_help()} />
        <div>
          <Button type="submit" variant="default" loading={form.busy} disabled={!form.changed}>
            {m.invoices_auto_save()}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
