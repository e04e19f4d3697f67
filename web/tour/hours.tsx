import { Button, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type HostHours, tourCalls } from '#contract/tour/calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { formatWeekday } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { formatHoursRanges, hasReversedHoursRange, isWholeNumberText, parseHoursRanges } from './hours-text.ts';
import classes from './tour.module.css';

const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const;
const weekdayNames: Readonly<Record<(typeof weekdays)[number], () => string>> = {
  1: m.tour_day_1,
  2: m.tour_day_2,
  3: m.tour_day_3,
  4: m.tour_day_4,
  5: m.tour_day_5,
  6: m.tour_day_6,
  7: m.tour_day_7,
};

const whyNot = (text: string): string => (hasReversedHoursRange(text) ? m.tour_hours_backwards() : m.tour_hours_wrong());

/** A host's viewing hours: the week, exceptions, and the calendar subscription. */
export function HostHoursDrawer({ close }: { close: () => void }) {
  const hours = useCall(tourCalls.hostHours, {});
  if (!hours.data)
    return (
      <FormDrawer opened onClose={close} title={m.tour_hours()} closeLabel={m.shell_close()} onSubmit={close} actions={null}>
        <LoadingState answer={hours} rows={8} />
      </FormDrawer>
    );
  return <Week key={hours.data.revision} hours={hours.data} close={close} />;
}

const amounts = ['minutes', 'buffer_minutes', 'most_a_day'] as const;
function Week({ hours, close }: { hours: HostHours; close: () => void }) {
  const form = useForm(tourCalls.saveHours, {
    blank: {
      ...Object.fromEntries(weekdays.map((d) => [`d${d}`, formatHoursRanges(hours.hours[d] ?? [])])),
      minutes: String(hours.minutes),
      buffer_minutes: String(hours.buffer_minutes),
      most_a_day: String(hours.most_a_day),
      instant: hours.instant,
    } as Record<`d${(typeof weekdays)[number]}`, string> & { minutes: string; buffer_minutes: string; most_a_day: string; instant: boolean },
    given: (v) => ({
      hours: Object.fromEntries(weekdays.map((d) => [d, parseHoursRanges(v[`d${d}`]) ?? []])),
      minutes: Number(v.minutes),
      buffer_minutes: Number(v.buffer_minutes),
      most_a_day: Number(v.most_a_day),
      instant: v.instant,
      revision: hours.revision,
    }),
    check: (v): Record<string, string> => ({
      ...Object.fromEntries(weekdays.flatMap((d) => (parseHoursRanges(v[`d${d}`]) === null ? [[`d${d}`, whyNot(v[`d${d}`])]] : []))),
      ...Object.fromEntries(amounts.flatMap((name) => (isWholeNumberText(v[name]) ? [] : [[name, m.tour_hours_number()]]))),
    }),
    said: () => m.tour_said_hours(),
    done: close,
  });
  const amount = (name: (typeof amounts)[number], label: string, [min, max]: readonly [number, number]) => (
    // A plain text field, because a number field that drops letters would turn "9am to 5pm" into 95.
    <TextInput {...form.text(name)} label={label} inputMode="numeric" maxLength={20} description={m.tour_hours_from_to({ min, max })} />
  );
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.tour_hours()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.tour_hours_save()} />}
    >
      <p className={classes.quiet}>{m.tour_hours_help()}</p>
      {weekdays.map((d) => (
        <TextInput key={d} {...form.text(`d${d}`)} label={weekdayNames[d]()} placeholder={m.tour_hours_closed()} />
      ))}
      {amount('minutes', m.tour_hours_minutes(), [10, 240])}
      {amount('buffer_minutes', m.tour_hours_buffer(), [0, 240])}
      {amount('most_a_day', m.tour_hours_most(), [1, 48])}
      <Switch
        label={m.tour_hours_instant()}
        description={m.tour_hours_instant_help()}
        checked={form.values.instant}
        onChange={(event) => form.set('instant', event.currentTarget.checked)}
      />
      <Exceptions days={hours.days} />
      <Feed on={hours.feed} />
    </FormDrawer>
  );
}

function Exceptions({ days }: Pick<HostHours, 'days'>) {
  const [typed, setTyped] = useState({ day: '', ranges: '', note: '' });
  const add = useAction(tourCalls.saveDay, { said: () => m.tour_said_hours(), done: () => setTyped({ day: '', ranges: '', note: '' }) });
  const drop = useAction(tourCalls.dropDay, { said: () => m.tour_said_hours() });
  const ranges = parseHoursRanges(typed.ranges);
  const put = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) => setTyped({ ...typed, [name]: event.currentTarget.value }),
  });
  return (
    <div className={classes.form}>
      <p className={classes.label}>{m.tour_days_own()}</p>
      {days.map((d) => (
        <div key={d.day} className={classes.day}>
          <span>
            {formatWeekday(d.day)}: {d.ranges.length === 0 ? m.tour_hours_closed() : formatHoursRanges(d.ranges)}
            {d.note ? `. ${d.note}` : ''}
          </span>
          <Button
            variant="subtle"
            color="gray"
            loading={drop.isPending}
            aria-label={m.tour_day_drop({ day: formatWeekday(d.day) })}
            onClick={() => drop.mutate({ day: d.day })}
          >
            {m.tour_day_remove()}
          </Button>
        </div>
      ))}
      <TextInput {...put('day')} type="date" label={m.tour_pick_day()} />
      <TextInput
        {...put('ranges')}
        label={m.tour_day_hours()}
        placeholder={m.tour_hours_closed()}
        error={ranges === null ? whyNot(typed.ranges) : undefined}
      />
      <TextInput {...put('note')} label={`${m.tour_day_note()} ${m.shell_optional()}`} maxLength={200} />
      <div>
        <Button
          variant="default"
          disabled={!typed.day || ranges === null}
          loading={add.isPending}
          onClick={() => add.mutate({ day: typed.day, ranges: ranges ?? [], note: typed.note })}
        >
          {m.tour_day_add()}
        </Button>
      </div>
    </div>
  );
}

/** The address is shown once, because it gives access to the tours. */
function Feed({ on }: { on: boolean }) {
  const [url, setUrl] = useState('');
  const make = useAction(tourCalls.makeFeed, { quiet: true, done: (answer) => setUrl(answer.url) });
  const drop = useAction(tourCalls.dropFeed, { said: () => m.tour_said_feed_off(), done: () => setUrl('') });
  return (
    <div className={classes.form}>
      <p className={classes.label}>{m.tour_feed()}</p>
      <p className={classes.quiet}>{m.tour_feed_help()}</p>
      {url && (
        <TextInput
          label={m.tour_feed_address()}
          description={m.tour_feed_once()}
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <div className={classes.acts}>
        <Button variant="default" loading={make.isPending} onClick={() => make.mutate({})}>
          {on ? m.tour_feed_again() : m.tour_feed_make()}
        </Button>
        {on && (
          <Button variant="subtle" color="red" loading={drop.isPending} onClick={() => drop.mutate({})}>
            {m.tour_feed_drop()}
          </Button>
        )}
      </div>
    </div>
  );
}
