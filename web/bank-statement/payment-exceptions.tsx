import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { statementCalls } from '#contract/bank-statement/calls.ts';
import type { PaymentException } from '#contract/bank-statement/shapes.ts';
import { decisionsByException, type PaymentExceptionDecision } from '#contract/collection/kinds.ts';
import { OpenRequestNote } from '#web/approval/parts.tsx';
import { useCall } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { MoneyFormDrawer } from '#web/collection/money-drawer.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate, formatDateTime, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

const shown = 50;
type Said = { readonly sum: string; readonly given: string };
const names: Readonly<Record<PaymentExceptionDecision, () => string>> = {
  same: m.payments_doubt_same,
  apart: m.payments_doubt_apart,
  loss: m.payments_doubt_loss,
  taken: m.payments_doubt_taken,
  dismissed: m.payments_doubt_dismissed,
};
const texts: Readonly<Record<PaymentExceptionDecision, (said: Said) => string>> = {
  same: () => m.payments_doubt_same_text(),
  apart: m.payments_doubt_apart_text,
  loss: m.payments_doubt_loss_text,
  taken: () => m.payments_doubt_taken_text(),
  dismissed: () => m.payments_doubt_dismissed_text(),
};
const sentenceOf = ({ kind, part, cents, external, account, payment, among, given_back_cents }: PaymentException): string => {
  const said = { sum: formatKes(cents), external, account, code: payment.code };
  if (part) return m.payments_doubt_part(said);
  if (kind === 'which') return m.payments_doubt_which({ ...said, count: among.length });
  return kind === 'prompt' ? m.payments_doubt_prompt(said) : m.payments_doubt_reversal({ ...said, given: formatKes(given_back_cents) });
};

/** Payments that no rule can decide, each with what happened and the possible decisions. Renders nothing if there are none. */
export function PaymentExceptions() {
  const { visitor } = useApp();
  const [asked, ask] = useState<{ of: PaymentException; as: PaymentExceptionDecision } | null>(null);
  const found = useCall(statementCalls.listExceptions, { page: 1, page_size: shown, z_filter: { status: 'open' } }, { quiet: true });
  const rows = found.data?.results ?? [];
  if (rows.length === 0) return null;
  return (
    <Panel title={m.payments_doubt_title()} pad={false}>
      <PanelRows>
        {rows.map((one) => (
          <div key={one.id}>
            <span className={classes.grow}>
              {sentenceOf(one)}
              <small>{[one.payer, formatDateTime(one.at)].filter(Boolean).join(' · ')}</small>
            </span>
            {one.request && <OpenRequestNote request={one.request} />}
            {isAllowed(statementCalls.resolveException.needs, visitor) && !one.request && (
              <span className={classes.acts}>
                {decisionsByException[one.kind].map((as) => (
                  <Button key={as} size="compact-sm" variant="default" onClick={() => ask({ of: one, as })}>
                    {names[as]()}
                  </Button>
                ))}
              </span>
            )}
          </div>
        ))}
      </PanelRows>
      {asked && <Decide {...asked} close={() => ask(null)} />}
    </Panel>
  );
}

function Decide({ of, as, close }: { of: PaymentException; as: PaymentExceptionDecision; close: () => void }) {
  const form = useForm(statementCalls.resolveException, {
    blank: { payment_id: of.among[0]?.id ?? of.payment.id, reason: '' },
    given: ({ payment_id, reason }) => ({ id: of.id, decision: as, ...(as === 'taken' ? { payment_id } : {}), reason: reason.trim() }),
    says: { reason: m.payments_need_reason },
    inPlace: true,
    said: ({ request }) => (request ? m.approval_said_asked({ code: request.code }) : m.payments_said_decided({ external: of.external })),
    done: close,
  });
  return (
    <MoneyFormDrawer
      form={form}
      close={close}
      title={names[as]()}
      text={
        of.part && as === 'loss'
          ? m.payments_doubt_part_text({ sum: formatKes(of.cents) })
          : texts[as]({ sum: formatKes(of.cents), given: formatKes(of.given_back_cents) })
      }
      danger={as === 'loss'}
    >
      {as === 'taken' && (
        <NativeSelect
          {...form.number('payment_id')}
          label={m.payments_doubt_field_which()}
          data={of.among.map(({ id, code, day, payer }) => ({
            value: String(id),
            label: [code, formatDate(day), payer].filter(Boolean).join(' · '),
          }))}
        />
      )}
      <Textarea {...form.text('reason')} label={m.payments_field_reason()} autosize minRows={2} maxLength={500} />
    </MoneyFormDrawer>
  );
}
