import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatMilliUnits, parseMilliUnits } from '#contract/meter/amount.ts';
import { explainMeterCharge, sumUsage } from '#contract/meter/explain-charge.ts';
import { unitByMeterKind } from '#contract/meter/kinds.ts';
import { meterKindLabels, meterQueryStatusLabels } from '#contract/meter/labels.ts';
import { meterQueryCalls } from '#contract/meter/query-calls.ts';
import type { MeasuredCharge } from '#contract/meter/shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate, formatDateTime, formatKes, formatMonth } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './meter.module.css';

const few = 10;
/**
 * The readings of the person's own meters, newest first, with photos and amounts. A wrong reading can be queried here. With `lines`, only the
 * readings of one invoice are shown.
 */
export default function OwnUsage({ tenancyId, lines }: { tenancyId: number; lines?: readonly number[] }) {
  const [asked, ask] = useState<MeasuredCharge | null>(null);
  const found = useCall(meterQueryCalls.listMine, { page: 1, page_size: lines ? 100 : few, z_filter: { tenancy_id: tenancyId } }, { quiet: true });
  const rows = (found.data?.results ?? []).filter((one) => !lines || (one.invoice_line_id !== null && lines.includes(one.invoice_line_id)));
  if (rows.length === 0) return null;
  return (
    <>
      <Panel title={m.meter_own_title()} pad={false}>
        <PanelRows>
          {rows.map((one) => (
            <div key={one.id}>
              <MyMeterUsageRow of={one} ask={() => ask(one)} />
            </div>
          ))}
        </PanelRows>
      </Panel>
      {asked && <AskForm of={asked} close={() => ask(null)} />}
    </>
  );
}

const shownText = ({ value, on_day, estimated }: MeasuredCharge['opening']): string =>
  [`${formatMilliUnits(value)} (${formatDate(on_day)})`, estimated && m.meter_own_estimated()].filter(Boolean).join(', ');

/** For a correction, the difference from the earlier amount. */
const sumText = ({ corrects, cents }: MeasuredCharge): string => {
  if (!corrects) return formatKes(cents, true);
  const sum = formatKes(Math.abs(cents), true);
  return cents < 0 ? m.meter_own_less({ sum }) : m.meter_own_more({ sum });
};

export function MyMeterUsageRow({ of: one, ask }: { of: MeasuredCharge; ask: () => void }) {
  const unit = unitByMeterKind[one.kind];
  const used = one.corrects
    ? m.meter_own_corrected({ value: formatMilliUnits(one.closing.value), used: `${formatMilliUnits(sumUsage(one.parts))} ${unit}` })
    : m.meter_used({ used: `${formatMilliUnits(one.used)} ${unit}` });
  return (
    <div className={classes.ownUse}>
      <div>
        <b>
          {meterKindLabels[one.kind]()}, {formatMonth(`${one.month}-01`)}
        </b>
        <p className={`${classes.quiet} ${classes.num}`}>
          {one.meter}: {shownText(one.opening)} → {shownText(one.closing)}
        </p>
        <p className={`${classes.quiet} ${classes.num}`}>{[used, ...explainMeterCharge(one.kind, one.parts)].join(' · ')}</p>
        {one.query && (
          <p>
            {meterQueryStatusLabels[one.query.status]()}: {one.query.answer || one.query.text}
          </p>
        )}
        {!one.query && one.ask_until && (
          <>
            <Button variant="default" size="compact-sm" onClick={ask}>
              {m.meter_own_ask()}
            </Button>
            <p className={classes.quiet}>{m.meter_own_ask_until({ when: formatDateTime(one.ask_until) })}</p>
          </>
        )}
      </div>
      <span>
        <b className="num">{sumText(one)}</b>
        {one.closing.photo && (
          <a href={one.closing.photo} target="_blank" rel="noreferrer" aria-label={m.meter_photo_open({ number: one.meter })}>
            <img className={classes.thumb} src={one.closing.photo} alt="" width={44} height={44} loading="lazy" />
          </a>
        )}
      </span>
    </div>
  );
}

function AskForm({ of: one, close }: { of: MeasuredCharge; close: () => void }) {
  const form = useForm(meterQueryCalls.raiseQuery, {
    blank: { text: '', value: '' },
    given: ({ text, value }) => ({ id: one.id, text, value: value.trim() === '' ? null : (parseMilliUnits(value) ?? -1) }),
    says: { text: m.meter_need_what, value: m.meter_problem_value },
    inPlace: true,
    said: () => m.meter_said_own_asked(),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.meter_own_ask()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.meter_own_ask()} />}
    >
      <p className={classes.quiet}>{m.meter_own_ask_text()}</p>
      <Textarea {...form.text('text')} label={m.meter_own_what()} maxLength={1000} autosize minRows={3} data-autofocus />
      <TextInput {...form.text('value')} label={`${m.meter_own_value()} ${m.shell_optional()}`} inputMode="decimal" autoComplete="off" />
      {form.problem && <p role="alert">{form.problem}</p>}
    </FormDrawer>
  );
}
