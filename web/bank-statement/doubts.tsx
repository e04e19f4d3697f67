import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { allows } from '#contract/access/grants.ts';
import { statementCalls } from '#contract/bank-statement/calls.ts';
import type { Doubt } from '#contract/bank-statement/shapes.ts';
import { type DoubtDecision, decisionsOf } from '#contract/collection/kinds.ts';
import { useCall } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { MoneyDrawer } from '#web/collection/drawn.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { date, dateTime, kes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

const shown = 50;
type Said = { readonly sum: string; readonly given: string };
const names: Readonly<Record<DoubtDecision, () => string>> = {
  same: m.payments_doubt_same,
  apart: m.payments_doubt_apart,
  loss: m.payments_doubt_loss,
  taken: m.payments_doubt_taken,
  dismissed: m.payments_doubt_dismissed,
};
const texts: Readonly<Record<DoubtDecision, (said: Said) => string>> = {
  same: () => m.payments_doubt_same_text(),
  apart: m.payments_doubt_apart_text,
  loss: m.payments_doubt_loss_text,
  taken: () => m.payments_doubt_taken_text(),
  dismissed: () => m.payments_doubt_dismissed_text(),
};
const sentenceOf = ({ kind, part, cents, external, account, payment, among, given_back_cents }: Doubt): string => {
  const said = { sum: kes(cents), external, account, code: payment.code };
  if (part) return m.payments_doubt_part(said);
  if (kind === 'which') return m.payments_doubt_which({ ...said, count: among.length });
  return kind === 'prompt' ? m.payments_doubt_prompt(said) : m.payments_doubt_reversal({ ...said, given: kes(given_back_cents) });
};

/** What no rule can decide: each with what happened, and what can be done about it. Nothing where there is none. */
export function Doubts() {
  const { visitor } = useApp();
  const [asked, ask] = useState<{ of: Doubt; as: DoubtDecision } | null>(null);
  const found = useCall(statementCalls.doubts, { page: 1, page_size: shown, z_filter: { status: 'open' } }, { quiet: true });
  const rows = found.data?.results ?? [];
  if (rows.length === 0) return null;
  return (
    <Panel title={m.payments_doubt_title()} pad={false}>
      <PanelRows>
        {rows.map((one) => (
          <div key={one.id}>
            <span className={classes.grow}>
              {sentenceOf(one)}
              <small>{[one.payer, dateTime(one.at)].filter(Boolean).join(' · ')}</small>
            </span>
            {allows(statementCalls.decideDoubt.needs, visitor) && (
              <span className={classes.acts}>
                {decisionsOf[one.kind].map((as) => (
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

function Decide({ of, as, close }: { of: Doubt; as: DoubtDecision; close: () => void }) {
  const form = useForm(statementCalls.decideDoubt, {
    blank: { payment_id: of.among[0]?.id ?? of.payment.id, reason: '' },
    given: ({ payment_id, reason }) => ({ id: of.id, decision: as, ...(as === 'taken' ? { payment_id } : {}), reason: reason.trim() }),
    says: { reason: m.payments_need_reason },
    inPlace: true,
    said: () => m.payments_said_decided({ external: of.external }),
    done: close,
  });
  return (
    <MoneyDrawer
      form={form}
      close={close}
      title={names[as]()}
      text={
        of.part && as === 'loss'
          ? m.payments_doubt_part_text({ sum: kes(of.cents) })
          : texts[as]({ sum: kes(of.cents), given: kes(of.given_back_cents) })
      }
      danger={as === 'loss'}
    >
      {as === 'taken' && (
        <NativeSelect
          {...form.number('payment_id')}
          label={m.payments_doubt_field_which()}
          data={of.among.map(({ id, code, day, payer }) => ({ value: String(id), label: [code, date(day), payer].filter(Boolean).join(' · ') }))}
        />
      )}
      <Textarea {...form.text('reason')} label={m.payments_field_reason()} autosize minRows={2} maxLength={500} />
    </MoneyDrawer>
  );
}
