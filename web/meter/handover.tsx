import { Checkbox, TextInput } from '@mantine/core';
import { formatMilliUnits, parseMilliUnits } from '#contract/meter/amount.ts';
import { meterCalls } from '#contract/meter/calls.ts';
import { getDefaultReadingDay } from '#contract/meter/days.ts';
import type { ReadingGridRow } from '#contract/meter/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { formatDate } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './meter.module.css';

/** A handover reading between two tenancies: it splits the month, and another reading closes it. */
export function HandoverReadingDialog({ row: { meter, last }, month, close }: { row: ReadingGridRow; month: string; close: () => void }) {
  const form = useForm(meterCalls.addReading, {
    blank: { value: '', on_day: getDefaultReadingDay(month), rolled: false },
    given: (v) => ({ meter_id: meter.id, month, value: parseMilliUnits(v.value) ?? -1, on_day: v.on_day, rolled: v.rolled, handover: true }),
    says: { value: m.meter_problem_value, on_day: m.meter_problem_day },
    inPlace: true,
    said: () => m.meter_said_read({ number: meter.number }),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.meter_handover()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.meter_save()} />}
    >
      <p className={classes.note}>{m.meter_handover_help()}</p>
      <p className={classes.quiet}>{m.meter_last({ value: formatMilliUnits(last.value), day: formatDate(last.covers) })}</p>
      <TextInput {...form.text('value')} label={m.meter_now_of({ number: meter.number })} inputMode="decimal" autoComplete="off" />
      <TextInput {...form.text('on_day')} type="date" label={m.meter_read_on()} max={clock.today()} />
      <Checkbox {...form.tick('rolled')} label={m.meter_rolled()} />
      {form.problem && <p role="alert">{form.problem}</p>}
    </FormDrawer>
  );
}
