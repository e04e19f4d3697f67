import { Button } from '@mantine/core';
import type { InvoiceSkipReason } from '#contract/invoice/kinds.ts';
import { invoiceRunStateLabels, invoiceRunWarningLabels } from '#contract/invoice/labels.ts';
import { invoiceRunCalls } from '#contract/invoice/run-calls.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useRefetchWhile } from '#web/client/use-refetch-while.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { computeWholePercent, formatCount, formatDateTime, formatKes, formatMonth } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { type StatusTone, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';
import { VoidRun } from './void-run.tsx';

const tones: Readonly<Record<'running' | 'done' | 'stopped', StatusTone>> = { running: 'info', done: 'good', stopped: 'bad' };
const whyText = (why: InvoiceSkipReason): string =>
  why === 'left_out' ? m.invoices_run_left_out() : why === 'failed' ? m.invoices_run_failed() : invoiceRunWarningLabels[why]();

/** Progress and result of a run. The run continues without this page. */
export function InvoiceRunProgress({ id }: { id: number }) {
  const { link } = useDashboard();
  const found = useCall(invoiceRunCalls.invoiceRunDetails, { id });
  const resume = useAction(invoiceRunCalls.resumeInvoiceRun, { inPlace: true, said: ({ code }) => m.invoices_said_resumed({ code }) });
  const run = found.data;
  useRefetchWhile([invoiceRunCalls.invoiceRunDetails], run?.state === 'running' || run?.voiding?.state === 'running');
  if (!run) return <LoadingState answer={found} />;
  const had = run.why.duplicate ?? 0;
  return (
    <div className={classes.form}>
      <Panel
        title={m.invoices_run_of({ month: formatMonth(run.month) })}
        right={<ToneBadge tone={tones[run.state]}>{invoiceRunStateLabels[run.state]()}</ToneBadge>}
      >
        <div className={classes.form}>
          <div
            className={classes.bar}
            role="progressbar"
            aria-label={m.invoices_run_title()}
            aria-valuemin={0}
            aria-valuemax={run.of}
            aria-valuenow={run.done}
          >
            <span style={{ width: `${computeWholePercent(run.done, run.of)}%` }} />
          </div>
          <p className={classes.quiet} role="status">
            {m.invoices_run_so_far({ done: formatCount(run.done), of: formatCount(run.of) })}
          </p>
          <FactStrip
            items={[
              { label: m.invoices_run_made(), value: formatCount(run.made) },
              ...(had > 0 ? [{ label: m.invoices_run_had(), value: formatCount(had) }] : []),
              ...(run.skipped > had ? [{ label: m.invoices_run_others(), value: formatCount(run.skipped - had) }] : []),
              { label: m.invoices_run_sum(), value: formatKes(run.total_cents) },
              { label: m.invoices_run_began(), value: formatDateTime(run.started_at) },
            ]}
          />
          <VoidRun of={run} />
          {run.problem && <Note tone="bad">{run.problem}</Note>}
          {resume.problem && <Note tone="bad">{resume.problem}</Note>}
          <div className={classes.foot}>
            <Button component={AppLink} href={link('invoice.run')} variant="default">
              {m.invoices_run_back()}
            </Button>
            {run.state === 'stopped' && (
              <Button loading={resume.isPending} onClick={() => resume.mutate({ id })}>
                {m.invoices_run_resume()}
              </Button>
            )}
            {run.made > 0 && run.state !== 'stopped' && (
              <Button component={AppLink} href={`${link('invoice.list')}?run_id=${run.id}`}>
                {m.invoices_run_open()}
              </Button>
            )}
          </div>
        </div>
      </Panel>
      <Skips title={m.invoices_run_skips()} of={run.skips.filter(({ why }) => why !== 'duplicate')} />
      <Skips title={m.invoices_run_had()} of={run.skips.filter(({ why }) => why === 'duplicate')} />
    </div>
  );
}

function Skips({ title, of }: { title: string; of: CallResult<typeof invoiceRunCalls.invoiceRunDetails>['skips'] }) {
  const { link } = useDashboard();
  if (of.length === 0) return null;
  return (
    <Panel title={title} pad={false}>
      <PanelRows>
        {of.map((one) => (
          <AppLink
            key={one.tenancy.id}
            href={
              one.invoice
                ? link('invoice.detail', { invoice_id: one.invoice.id, code: one.invoice.code })
                : link('tenancy.detail', { id: one.tenancy.id, code: one.tenancy.code })
            }
          >
            <span className={classes.grow}>
              <b>{one.tenant.name}</b>
              <small>{[`${one.unit.name}, ${one.property.name}`, one.invoice?.code ?? one.tenancy.code].join(' · ')}</small>
            </span>
            {one.why !== 'duplicate' && <span>{[whyText(one.why), one.problem].filter(Boolean).join(': ')}</span>}
          </AppLink>
        ))}
      </PanelRows>
    </Panel>
  );
}

/** Previous runs, each with its result. */
export function PreviousInvoiceRuns({ href }: { href: (id: number) => string }) {
  const found = useCall(invoiceRunCalls.listInvoiceRuns, { page: 1, page_size: 10 }, { quiet: true });
  const rows = found.data?.results ?? [];
  if (rows.length === 0) return null;
  return (
    <Panel title={m.invoices_runs()} pad={false}>
      <PanelRows>
        {rows.map((run) => (
          <AppLink key={run.id} href={href(run.id)}>
            <span className={classes.grow}>
              <b>{formatMonth(run.month)}</b>
              <small>
                {[run.code, run.property?.name, run.auto ? m.invoices_run_auto() : run.by, formatDateTime(run.started_at)]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <span className={classes.end}>
              <span className="num">{m.invoices_run_row({ count: run.made, sum: formatKes(run.total_cents) })}</span>
              <ToneBadge tone={tones[run.state]}>{invoiceRunStateLabels[run.state]()}</ToneBadge>
            </span>
          </AppLink>
        ))}
      </PanelRows>
    </Panel>
  );
}
