import { collectionCalls } from '#contract/collection/calls.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { send } from '#web/client/client.ts';
import { useCall, useStale } from '#web/client/use-call.ts';
import { Waiting } from '#web/layout/waiting.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { m } from '#words/messages.js';
import { beyondText } from './beyond.ts';
import { lessCredit } from './due.ts';
import { PaySheet } from './pay-sheet.tsx';
import { isOver } from './pay-view.ts';
import type { Of, Paying, What } from './paying.ts';

/** What is to be paid, and the sheet to pay it with. */
export default function Inside({ what, paying, tenant, touches = [], next }: { what: What; paying: Paying } & Of) {
  const toPay = useCall(collectionCalls.toPay, what, { quiet: true });
  const reread = useStale(collectionCalls.pay, [invoiceCalls, ...touches]);
  if (!toPay.data) return <Waiting answer={toPay} rows={4} />;
  const { invoices, others } = toPay.data;
  return (
    <PaySheet
      toPay={tenant ? { ...toPay.data, phone: tenant.phone } : toPay.data}
      call={collectionCalls.pay}
      given={(asked) => asked}
      look={(code) => send(collectionCalls.progress, { code })}
      beyond={(over, left) => beyondText(over, [...invoices.filter(({ id }) => left.has(id)), ...others])}
      paying={paying.code}
      setPaying={paying.setCode}
      changed={(to) => isOver(to) && void reread()}
      {...(next === undefined ? {} : { next: lessCredit(next, toPay.data.credit_cents) })}
      done={
        <Button size="md" onClick={paying.close}>
          {m.shell_close()}
        </Button>
      }
    />
  );
}
