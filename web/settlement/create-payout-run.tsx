import { TextInput } from '@mantine/core';
import { settlementCalls } from '#contract/settlement/calls.ts';
import { payoutRailLabels } from '#contract/settlement/labels.ts';
import { clock } from '#contract/time/clock.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { SkippedPayees } from './parts.tsx';
import { PayoutBreakdown } from './payout-breakdown.tsx';
import classes from './settlement.module.css';

/** The preview of a run: totals by rail, the cash to pay them, and who would be left out. */
export function CreatePayoutRunDialog({ close }: { close: () => void }) {
  const form = useForm(settlementCalls.startRun, {
    blank: { cut_off: clock.today() },
    given: (values: { cut_off: string }) => values,
    inPlace: true,
    said: ({ code, made, state }) => (state === 'done' ? m.settlement_run_said({ code, count: made }) : m.settlement_run_started({ code })),
    done: close,
  });
  const { cut_off } = form.values;
  const seen = useCall(settlementCalls.previewRun, { cut_off }, { enabled: cut_off !== '' });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.settlement_run_title()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.settlement_run_make()} />}
    >
      <p className={classes.quiet}>{m.settlement_run_text()}</p>
      <TextInput type="date" {...form.text('cut_off')} label={m.settlement_cut_off()} />
      {form.problem && <p role="alert">{form.problem}</p>}
      {seen.data ? (
        <>
          <strong>{m.settlement_run_comes_to({ count: seen.data.count, sum: formatKes(seen.data.net_cents) })}</strong>
          {seen.data.ways.map((way) => (
            <p key={`${way.rail} ${way.fund}`} className={classes.quiet}>
              {m.settlement_run_way({
                way: way.rail === 'bank' && way.fund === 'P' ? m.settlement_way_own() : payoutRailLabels[way.rail](),
                sum: formatKes(way.net_cents),
                cash: formatKes(way.cash_cents),
              })}
            </p>
          ))}
          {seen.data.ways.some((way) => way.net_cents > way.cash_cents) && <Note>{m.settlement_run_short()}</Note>}
          <div>
            {seen.data.payees.map(({ company, to, net_cents, figures }) => (
              <details key={`${company} ${to} ${net_cents}`} className={classes.payee}>
                <summary>
                  <span>{company}</span>
                  <span className={classes.num}>{formatKes(net_cents)}</span>
                </summary>
                <p className={classes.quiet}>{to}</p>
                <PayoutBreakdown of={figures} />
              </details>
            ))}
            {seen.data.count > seen.data.payees.length && (
              <p className={classes.quiet}>{m.settlement_run_more({ count: seen.data.count - seen.data.payees.length })}</p>
            )}
          </div>
          <SkippedPayees rows={seen.data.skipped} />
        </>
      ) : (
        <LoadingState answer={seen} />
      )}
    </FormDrawer>
  );
}
