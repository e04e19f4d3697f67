import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { paymentCalls } from '#contract/payment/calls.ts';
import type { PasteState } from '#contract/payment/kinds.ts';
import { useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { dateTime } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { MoneyDrawer } from './drawn.tsx';
import classes from './payment.module.css';

/** The message M-Pesa sent: it is no money, but M-Pesa is asked about the number in it. */
export function PasteForm({ close, tenancyId }: { close: () => void; tenancyId?: number }) {
  const [found, setFound] = useState<{ external: string; known: boolean } | null>(null);
  const form = useForm(paymentCalls.paste, {
    blank: { text: '' },
    given: ({ text }) => ({ text, ...(tenancyId ? { tenancy_id: tenancyId } : {}) }),
    says: { text: m.payments_need_message },
    inPlace: true,
    quiet: true,
    done: setFound,
  });
  return (
    <MoneyDrawer form={form} close={close} title={m.payments_paste()} verb={m.payments_paste_send()} text={m.payments_paste_text()}>
      {found && (
        <div role="status">
          <Note tone={found.known ? 'good' : 'info'}>
            {found.known ? m.payments_paste_known({ code: found.external }) : m.payments_paste_asked({ code: found.external })}
          </Note>
        </div>
      )}
      <Textarea
        {...form.text('text')}
        label={m.payments_field_message()}
        placeholder={m.payments_field_message_hint()}
        autosize
        minRows={5}
        maxLength={1000}
      />
    </MoneyDrawer>
  );
}

const states: Readonly<Record<PasteState, () => string>> = {
  asked: m.payments_pasted_asked,
  found: m.payments_pasted_found,
  looked: m.payments_pasted_looked,
  other: m.payments_pasted_other,
  unknown: m.payments_pasted_unknown,
};
/** What one pasted for this home, and how it stands with each. */
export function Pasted({ tenancyId }: { tenancyId: number }) {
  const found = useCall(paymentCalls.pasted, { tenancy_id: tenancyId }, { quiet: true });
  const rows = found.data?.results ?? [];
  if (rows.length === 0) return null;
  return (
    <div className={classes.after}>
      <Panel title={m.payments_pasted_title()} pad={false}>
        <PanelRows>
          {rows.map((row) => (
            <div key={row.external}>
              <span className={classes.grow}>
                <b className="num">{row.external}</b>
                <small>{states[row.state]()}</small>
              </span>
              <small>{dateTime(row.at)}</small>
            </div>
          ))}
        </PanelRows>
      </Panel>
    </div>
  );
}
