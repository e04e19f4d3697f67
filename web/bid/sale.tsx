import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { translateAuditReason } from '#contract/audit/reasons.ts';
import { bidCalls } from '#contract/bid/calls.ts';
import { saleStepLabels } from '#contract/bid/labels.ts';
import type { SaleDetails, SaleStepDetails } from '#contract/bid/shapes.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './bid.module.css';
import { saleStatusNames } from './labels.ts';
import { SaleStepPanel } from './sale-step.tsx';

/** A sale until the transfer of the title: parties, home and ten steps with dates and documents, for both sides. */
export default function SaleDetail() {
  const { link } = useDashboard();
  const found = useCall(bidCalls.sale, { id: Number(useParams().id) });
  const [asked, setAsked] = useState<SaleDetails['moves'][number] | null>(null);
  if (!found.data) return <LoadingState answer={found} rows={8} />;
  const sale = found.data;
  const next = sale.status === 'open' ? (sale.steps.find(({ done_at }) => done_at === null) ?? null) : null;
  const { label, tone } = saleStatusNames[sale.status];
  return (
    <div className={classes.stack}>
      <PageHeader
        title={sale.title}
        badge={<ToneBadge tone={tone}>{label()}</ToneBadge>}
        sub={sale.unit ? `${sale.unit}, ${sale.property}` : sale.property}
        crumbs={[{ label: m.screens_bid_sales(), href: link('bid.sales') }, { label: sale.code }]}
        crumbsLabel={m.shell_nav_sections()}
        actions={
          <>
            <Next sale={sale} step={next} complete={() => setAsked('complete')} />
            <Button component="a" variant="default" href={link('bid.one', { id: sale.bid.id, code: sale.bid.code })}>
              {m.bid_sale_bid()}
            </Button>
            <MoreMenu
              label={m.shell_more()}
              items={[sale.moves.includes('fall_through') && { label: m.bid_sale_fall(), danger: true, onClick: () => setAsked('fall_through') }]}
            />
          </>
        }
      />
      {sale.reason && <Note tone="guard">{m.bid_reason({ reason: translateAuditReason(sale.reason) })}</Note>}
      <FactStrip
        items={[
          { label: m.bid_column_price(), value: formatKes(sale.price_cents) },
          { label: m.bid_column_buyer(), value: sale.buyer },
          { label: m.bid_sale_seller(), value: sale.seller && sale.seller !== sale.company ? `${sale.seller}, ${sale.company}` : sale.company },
          ...(sale.agent ? [{ label: m.bid_sale_agent(), value: sale.agent }] : []),
          ...(next
            ? [
                {
                  label: m.bid_column_next(),
                  value: next.due_on ? `${saleStepLabels[next.step]()}, ${formatDate(next.due_on)}` : saleStepLabels[next.step](),
                },
              ]
            : []),
        ]}
      />
      <Panel title={m.bid_sale_steps()} right={<span className={classes.quiet}>{progress(sale)}</span>} pad={false}>
        <ol className={classes.steps}>
          {sale.steps.map((step) => (
            <SaleStepPanel key={step.step} sale={sale} step={step} next={step === next} />
          ))}
        </ol>
      </Panel>
      {asked && <End sale={sale} name={asked} close={() => setAsked(null)} />}
    </div>
  );
}

const progress = ({ steps }: SaleDetails): string => m.bid_sale_progress({ done: steps.filter(({ done_at }) => done_at).length, of: steps.length });

/** The next step as one button; after the last step, the button completes the sale. */
function Next({ sale, step, complete }: { sale: SaleDetails; step: SaleStepDetails | null; complete: () => void }) {
  const change = useAction(bidCalls.saleStep, { said: () => m.said_saved({ name: step ? saleStepLabels[step.step]() : sale.code }) });
  if (step === null) return sale.moves.includes('complete') ? <Button onClick={complete}>{m.bid_sale_complete()}</Button> : null;
  if (!sale.may_work) return null;
  return (
    <Button loading={change.isPending} onClick={() => change.mutate({ id: sale.id, step: step.step, done: true })}>
      {m.bid_sale_mark_step({ step: saleStepLabels[step.step]() })}
    </Button>
  );
}

function End({ sale, name, close }: { sale: SaleDetails; name: SaleDetails['moves'][number]; close: () => void }) {
  const falls = name === 'fall_through';
  const form = useForm(bidCalls.saleMove, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: sale.id, move: name, ...(reason.trim() ? { reason } : {}) }),
    check: ({ reason }): Record<string, string> => (falls && !reason.trim() ? { reason: m.bid_problem_reason() } : {}),
    inPlace: true,
    touches: [listingCalls],
    said: ({ code, status }) => m.said_state({ name: code, state: saleStatusNames[status].label() }),
    done: close,
  });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={falls ? m.bid_sale_fall_ask() : m.bid_sale_complete_ask()}
      confirmLabel={falls ? m.bid_sale_fall() : m.bid_sale_complete()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      danger={falls}
      loading={form.busy}
      problem={form.problem}
      onConfirm={form.submit}
    >
      <Stack gap={14}>
        <span>{falls ? m.bid_sale_fall_text() : m.bid_sale_complete_text()}</span>
        {falls && <Textarea {...form.text('reason')} label={m.bid_why()} maxLength={300} autosize minRows={2} />}
      </Stack>
    </ConfirmModal>
  );
}
