import { Button, Checkbox, FileButton, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatMilliUnits, parseMilliUnits } from '#contract/meter/amount.ts';
import { meterCalls } from '#contract/meter/calls.ts';
import { getDefaultReadingDay } from '#contract/meter/days.ts';
import { formatReadingFault } from '#contract/meter/fault-text.ts';
import { type MeterKind, unitByMeterKind } from '#contract/meter/kinds.ts';
import { meterReadingFlagLabels, meterReadingStatusLabels } from '#contract/meter/labels.ts';
import { type EvaluatedReading, evaluateReading } from '#contract/meter/reading-rules.ts';
import type { MeterCycle, MeterReading, ReadingGridRow } from '#contract/meter/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { useAction } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { resizeImage } from '#web/inspection/resize-image.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { formatDate, formatShortDate } from '#web/ui/format.ts';
import { IconAlertTriangle, IconPhoto } from '#web/ui/icons.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './meter.module.css';
import { clearReadingInput, readSavedReadingInput, saveReadingInput } from './saved-input.ts';

type Row = { row: ReadingGridRow; month: string; kind: MeterKind; cycle: MeterCycle; handover: () => void };
/** A larger photo of a dial shows no more detail. */
const photoPixels = 1600;
const tones = { submitted: 'wait', accepted: 'good', rejected: 'bad', estimated: 'special' } as const;

/** Checks a value during input with the rules of the server. */
function judgeTyped(row: ReadingGridRow, text: string, on: string, rolled: boolean): EvaluatedReading | null {
  const value = parseMilliUnits(text);
  if (value === null) return null;
  return evaluateReading(
    { dial: row.meter, last: row.last, past: row.past, occupied: row.occupied, today: clock.today() },
    { value, covers: on, on, rolled },
  );
}

export function ReadingRow({ row, month, kind, cycle, handover }: Row) {
  const { meter, reading, last } = row;
  const writes = cycle.may.read && cycle.status !== 'locked' && meter.status === 'active';
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <b>{meter.unit?.name ?? m.meter_common()}</b>
        <span className={classes.quiet}>{[meter.number, meter.place].filter(Boolean).join(' · ')}</span>
        <span className={`${classes.quiet} ${classes.num}`}>
          {(last.estimated ? m.meter_last_estimated : m.meter_last)({ value: formatMilliUnits(last.value), day: formatShortDate(last.covers) })}
        </span>
        {row.handovers.map((one) => (
          <span key={one.id} className={`${classes.quiet} ${classes.num}`}>
            {m.meter_handover_at({ value: formatMilliUnits(one.value), day: formatShortDate(one.on_day) })}
          </span>
        ))}
      </div>
      {writes ? <Entry row={row} month={month} kind={kind} /> : <Shown reading={reading} kind={kind} />}
      <Acts row={row} month={month} cycle={cycle} handover={handover} writes={writes} />
    </li>
  );
}

const Shown = ({ reading, kind }: { reading: MeterReading | null; kind: MeterKind }) => (
  <div className={classes.entry}>
    {reading ? (
      <>
        <b className={classes.num}>{formatMilliUnits(reading.value)}</b>
        <span className={classes.quiet}>{formatDate(reading.on_day)}</span>
        <Odd
          flags={reading.flags.map((flag) => meterReadingFlagLabels[flag]())}
          used={m.meter_used({ used: `${formatMilliUnits(reading.used)} ${unitByMeterKind[kind]}` })}
        />
      </>
    ) : (
      <span className={classes.quiet}>{m.meter_grid_state_missing()}</span>
    )}
  </div>
);

const Odd = ({ flags, used, note }: { flags: readonly string[]; used?: string; note?: string }) => (
  <div className={classes.below} aria-live="polite">
    {used && <span className={`${classes.quiet} ${classes.num}`}>{used}</span>}
    {flags.map((flag) => (
      <span key={flag} className={classes.flag}>
        <IconAlertTriangle size={14} aria-hidden />
        {flag}
      </span>
    ))}
    {note && <span className={classes.quiet}>{note}</span>}
  </div>
);

function Entry({ row, month, kind }: { row: ReadingGridRow; month: string; kind: MeterKind }) {
  const { meter, reading, last } = row;
  const key = `${month}:${meter.id}`;
  const was = reading && reading.status !== 'estimated' ? formatMilliUnits(reading.value) : '';
  const [before] = useState(() => readSavedReadingInput(key));
  const form = useForm(meterCalls.addReading, {
    blank: { value: before ?? was, on_day: reading?.on_day ?? getDefaultReadingDay(month), rolled: reading?.rolled ?? false },
    given: (v) => ({ meter_id: meter.id, month, value: parseMilliUnits(v.value) ?? -1, on_day: v.on_day, rolled: v.rolled }),
    says: { value: m.meter_problem_value, on_day: m.meter_problem_day },
    said: () => m.meter_said_read({ number: meter.number }),
    done: () => clearReadingInput(key),
  });
  const { values } = form;
  const changed =
    values.value !== was || values.on_day !== (reading?.on_day ?? getDefaultReadingDay(month)) || values.rolled !== (reading?.rolled ?? false);
  // A caretaker may have no network: the input is still there after a reload.
  useEffect(() => (values.value === was ? clearReadingInput(key) : saveReadingInput(key, values.value)), [key, was, values.value]);
  const judged = judgeTyped(row, values.value, values.on_day, values.rolled);
  const fault = judged?.fault ?? null;
  const said = fault && formatReadingFault(fault, { value: formatMilliUnits(last.value), day: formatDate(last.covers) });
  const rolls = fault === 'lower' || values.rolled;
  return (
    <form className={classes.entry} onSubmit={form.submit} noValidate>
      <TextInput
        {...form.text('value')}
        className={classes.value ?? ''}
        label={m.meter_now()}
        aria-label={m.meter_now_of({ number: meter.number })}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        rightSection={<span className={classes.quiet}>{unitByMeterKind[kind]}</span>}
        error={
          form.problems.value ??
          (values.value !== '' && judged === null ? m.meter_problem_value() : said && fault !== 'future' && fault !== 'order' ? said : undefined)
        }
      />
      {changed && (
        <TextInput
          {...form.text('on_day')}
          className={classes.day ?? ''}
          type="date"
          label={m.meter_read_on()}
          max={clock.today()}
          error={form.problems.on_day ?? (fault === 'future' || fault === 'order' ? said : undefined)}
        />
      )}
      {changed && (
        <Button type="submit" variant="default" loading={form.busy} aria-label={m.meter_save_reading({ number: meter.number })}>
          {m.meter_save()}
        </Button>
      )}
      {rolls && <Checkbox {...form.tick('rolled')} className={classes.below ?? ''} label={m.meter_rolled()} />}
      <Odd
        flags={
          judged?.fault === null && changed
            ? judged.flags.map((flag) => meterReadingFlagLabels[flag]())
            : (reading?.flags ?? []).map((flag) => meterReadingFlagLabels[flag]())
        }
        {...(judged?.fault === null ? { used: m.meter_used({ used: `${formatMilliUnits(judged.used)} ${unitByMeterKind[kind]}` }) } : {})}
        {...(before !== null && before !== was && changed ? { note: m.meter_kept_here() } : {})}
      />
    </form>
  );
}

function Acts({ row, month, cycle, handover, writes }: Omit<Row, 'kind'> & { writes: boolean }) {
  const { meter, reading } = row;
  const [refusing, refuse] = useState(false);
  const [reason, say] = useState('');
  const accept = useAction(meterCalls.reviewReadings, { said: () => m.meter_said_accepted() });
  const reject = useAction(meterCalls.reviewReadings, { inPlace: true, said: () => m.meter_said_refused(), done: () => refuse(false) });
  const guess = useAction(meterCalls.estimateReading, { said: () => m.meter_said_estimated({ number: meter.number }) });
  const edits = cycle.may.bill && cycle.status !== 'locked';
  const odd = reading?.status === 'submitted' && reading.flags.length > 0;
  return (
    <div className={classes.acts}>
      {reading && (reading.status !== 'submitted' || odd) && (
        <ToneBadge tone={tones[reading.status]}>{meterReadingStatusLabels[reading.status]()}</ToneBadge>
      )}
      <Photo row={row} writes={writes} />
      {edits && odd && (
        <Button
          variant="default"
          loading={accept.isPending}
          aria-label={m.meter_accept_of({ number: meter.number })}
          onClick={() => accept.mutate({ ids: [reading.id], accept: true })}
        >
          {m.meter_accept()}
        </Button>
      )}
      {writes && (
        <MoreMenu
          quiet
          label={m.meter_edit_of({ number: meter.number })}
          items={[
            { label: m.meter_handover(), onClick: handover },
            edits && !reading && { label: m.meter_estimate(), onClick: () => guess.mutate({ meter_id: meter.id, month }) },
            edits && reading !== null && { label: m.meter_refuse(), danger: true, onClick: () => refuse(true) },
          ]}
        />
      )}
      {refusing && reading && (
        <ConfirmModal
          opened
          danger
          onClose={() => refuse(false)}
          title={m.meter_refuse_title({ number: meter.number })}
          confirmLabel={m.meter_refuse()}
          cancelLabel={m.meter_refuse_keep()}
          closeLabel={m.shell_close()}
          loading={reject.isPending}
          ready={reason.trim().length >= 3}
          problem={reject.problem}
          onConfirm={() => reject.mutate({ ids: [reading.id], accept: false, reason })}
        >
          <p>{m.meter_refuse_text()}</p>
          <Textarea
            label={m.meter_refuse_reason()}
            value={reason}
            onChange={(event) => say(event.currentTarget.value)}
            maxLength={300}
            autosize
            minRows={2}
          />
        </ConfirmModal>
      )}
    </div>
  );
}

function Photo({ row: { meter, reading }, writes }: { row: ReadingGridRow; writes: boolean }) {
  const send = useAction(meterCalls.addReadingPhoto, { said: () => m.meter_said_photo() });
  const bring = async (file: File | null) => {
    if (!file || !reading) return;
    const photo = await resizeImage(file, photoPixels);
    if (photo) send.mutate({ id: reading.id, photo });
    else showToast({ kind: 'error', title: m.meter_photo(), text: m.meter_photo_unreadable() });
  };
  return (
    <>
      {reading?.photo && (
        <a href={reading.photo} target="_blank" rel="noreferrer" aria-label={m.meter_photo_open({ number: meter.number })}>
          <img className={classes.thumb} src={reading.photo} alt="" loading="lazy" width={44} height={44} />
        </a>
      )}
      {writes && reading && (
        <FileButton
          accept="image/*"
          capture="environment"
          onChange={(file) => void bring(file)}
          inputProps={{ 'aria-label': m.meter_photo_of({ number: meter.number }) }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={send.isPending}
              leftSection={<IconPhoto size={16} aria-hidden />}
              aria-label={m.meter_photo_of({ number: meter.number })}
            >
              {m.meter_photo()}
            </Button>
          )}
        </FileButton>
      )}
    </>
  );
}
