import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useParams } from 'react-router';
import { bidCalls, type SaleFull, type SaleStepRow } from '#contract/bid/calls.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useDash } from '#web/layout/screen.ts';
import { Waiting } from '#web/layout/waiting.tsx';
import { ConfirmModal } from '#web/ui/dash/confirm-modal.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { date, kes } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './bid.module.css';
import { saleStatusNames, stepNames } from './words.ts';

/** A sale on its way to the title: ten steps with their days and papers, read by both sides. */
export default function Sale() {
  const { link } = useDash();
  const found = useCall(bidCalls.sale, { id: Number(useParams().id) });
  const [asked, setAsked] = useState<SaleFull['moves'][number] | null>(null);
  if (!found.data) return <Waiting answer={found} rows={8} />;
  const sale = found.data;
  const { label, tone } = saleStatusNames[sale.status];
  return (
    <div className={classes.stack}>
      <PageHeader
        title={sale.title}
        badge={<ToneBadge tone={tone}>{label()}</ToneBadge>}
        sub={m.bid_sale_sub({ buyer: sale.buyer, company: sale.company, amount: kes(sale.price_cents) })}
        crumbs={[
          { label: m.screens_bid_sales(), href: link('bid.sales') },
          { label: sale.bid.code, href: link('bid.one', { id: sale.bid.id, code: sale.bid.code }) },
        ]}
        crumbsLabel={m.shell_nav_sections()}
      />
      {sale.reason && <p className={classes.quiet}>{m.bid_reason({ reason: sale.reason })}</p>}
      {sale.moves.length > 0 && (
        <div className={classes.acts}>
          {sale.moves.map((name) => (
            <Button key={name} variant={name === 'complete' ? 'filled' : 'default'} onClick={() => setAsked(name)}>
              {name === 'complete' ? m.bid_sale_complete() : m.bid_sale_fall()}
            </Button>
          ))}
        </div>
      )}
      <Panel title={m.bid_sale_steps()} pad={false}>
        <ol className={classes.steps}>
          {sale.steps.map((step) => (
            <li key={step.step}>
              <Step sale={sale} step={step} />
            </li>
          ))}
        </ol>
      </Panel>
      {asked && <End sale={sale} name={asked} close={() => setAsked(null)} />}
    </div>
  );
}

function Step({ sale, step }: { sale: SaleFull; step: SaleStepRow }) {
  const name = stepNames[step.step]();
  const picker = useRef<HTMLInputElement>(null);
  const change = useAct(bidCalls.saleStep, { said: () => m.said_saved({ name }) });
  const paper = useAct(bidCalls.saleFile, { said: () => m.said_saved({ name }) });
  const put = (given: { done?: boolean; due_on?: string | null }) => change.mutate({ id: sale.id, step: step.step, ...given });
  return (
    <>
      <div>
        <b>
          {step.n}. {name}
        </b>
        <small>
          {step.done_at
            ? m.bid_sale_done({ day: date(step.done_at), name: step.done_by ?? '' })
            : step.due_on
              ? m.bid_sale_due({ day: date(step.due_on) })
              : ''}
        </small>
        {step.note && <small>{step.note}</small>}
        {step.file && <a href={step.file.url}>{step.file.name}</a>}
      </div>
      {sale.may_work && (
        <div className={classes.acts}>
          {!step.done_at && (
            <TextInput
              type="date"
              aria-label={m.bid_sale_due_label({ step: name })}
              defaultValue={step.due_on ?? ''}
              onBlur={(event) => event.currentTarget.value !== (step.due_on ?? '') && put({ due_on: event.currentTarget.value || null })}
            />
          )}
          <input
            ref={picker}
            type="file"
            className={classes.picker}
            tabIndex={-1}
            aria-label={m.bid_sale_file_label({ step: name })}
            accept=".jpg,.jpeg,.png,.webp,.pdf,.docx"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) paper.mutate({ id: sale.id, step: step.step, file });
              event.currentTarget.value = '';
            }}
          />
          <Button variant="default" loading={paper.isPending} onClick={() => picker.current?.click()}>
            {m.bid_sale_add_file()}
          </Button>
          <Button variant="default" loading={change.isPending} onClick={() => put({ done: !step.done_at })}>
            {step.done_at ? m.bid_sale_unmark() : m.bid_sale_mark()}
          </Button>
        </div>
      )}
    </>
  );
}

function End({ sale, name, close }: { sale: SaleFull; name: SaleFull['moves'][number]; close: () => void }) {
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
