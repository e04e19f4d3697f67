import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { formatMilliUnits, parseMilliUnits } from '#contract/meter/amount.ts';
import { meterQueryStatuses, unitByMeterKind } from '#contract/meter/kinds.ts';
import { meterQueryStatusLabels } from '#contract/meter/labels.ts';
import { meterQueryCalls } from '#contract/meter/query-calls.ts';
import type { MeasuredCharge, ReceivedMeterQuery } from '#contract/meter/shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { StateTabs } from '#web/lists/state-tabs.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatDate, formatKes, formatMonth } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './meter.module.css';

const names = ['status'] as const;
const sort = { by: 'id', desc: true };
const tones = { open: 'wait', stands: 'done', corrected: 'good', withdrawn: 'neutral' } as const;

/** The queries of occupants, each with its reading. */
export function MeterQueryList({ property }: { property: number }) {
  const { visitor } = useApp();
  const list = useListState(names, sort);
  const [asked, ask] = useState<ReceivedMeterQuery | null>(null);
  const status = meterQueryStatuses.find((one) => one === list.filters.status);
  const answer = useCall(meterQueryCalls.listQueries, {
    property_id: property,
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    z_filter: status ? { status } : {},
  });
  if (!answer.data) return <LoadingState answer={answer} />;
  const { results, count, tabs } = answer.data;
  const answers = isAllowed(meterQueryCalls.answer.needs, visitor);
  return (
    <>
      <StateTabs
        list={list}
        counts={tabs}
        states={{
          field: 'status',
          label: m.meter_column_status(),
          options: meterQueryStatuses.map((value) => ({ value, label: meterQueryStatusLabels[value]() })),
        }}
      />
      {results.length === 0 && <StateBlock title={m.meter_queries_empty()} text={m.meter_queries_empty_text()} />}
      <ul className={classes.cards} aria-label={m.meter_queries_caption()}>
        {results.map((one) => (
          <li key={one.id}>
            <Card one={one} answer={answers && one.status === 'open' ? () => ask(one) : null} />
          </li>
        ))}
      </ul>
      {count > 0 && (
        <div className={classes.foot}>
          <ListFooter list={list} count={count} />
        </div>
      )}
      {asked && <AnswerForm one={asked} close={() => ask(null)} />}
    </>
  );
}

const shownAt = ({ value, on_day }: MeasuredCharge['opening']) => ({ value: formatMilliUnits(value), day: formatDate(on_day) });

function Card({ one, answer }: { one: ReceivedMeterQuery; answer: (() => void) | null }) {
  const { link } = useDashboard();
  const { measured } = one;
  return (
    <Panel
      title={`${measured.home} · ${formatMonth(`${measured.month}-01`)}`}
      right={<ToneBadge tone={tones[one.status]}>{meterQueryStatusLabels[one.status]()}</ToneBadge>}
    >
      <p>
        <b>{one.asker}</b>: {one.text}
      </p>
      {one.value !== null && <p className={classes.num}>{m.meter_query_says({ value: formatMilliUnits(one.value) })}</p>}
      <p className={`${classes.quiet} ${classes.num}`}>
        {measured.meter} · {m.meter_query_before(shownAt(measured.opening))} · {m.meter_query_read(shownAt(measured.closing))} ·{' '}
        {m.meter_used({ used: `${formatMilliUnits(measured.used)} ${unitByMeterKind[measured.kind]}` })} · {formatKes(measured.cents)} ·{' '}
        <AppLink href={link('tenancy.detail', { tenancy_id: one.tenancy.id, id: one.tenancy.id, code: one.tenancy.code })}>
          {one.tenancy.code}
        </AppLink>
      </p>
      {measured.closing.photo && (
        <a href={measured.closing.photo} target="_blank" rel="noreferrer" aria-label={m.meter_photo_open({ number: measured.meter })}>
          <img className={classes.thumb} src={measured.closing.photo} alt="" width={44} height={44} loading="lazy" />
        </a>
      )}
      {one.answer && <p>{one.answer}</p>}
      {answer && <Button onClick={answer}>{m.meter_query_answer()}</Button>}
    </Panel>
  );
}

function AnswerForm({ one, close }: { one: ReceivedMeterQuery; close: () => void }) {
  const form = useForm(meterQueryCalls.answer, {
    blank: { answer: '', value: '' },
    given: (v) => ({ id: one.id, answer: v.answer, value: v.value.trim() === '' ? null : (parseMilliUnits(v.value) ?? -1) }),
    says: { answer: m.meter_need_answer, value: m.meter_problem_value },
    inPlace: true,
    said: () => m.meter_said_answered(),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.meter_query_answer_title({ name: one.asker })}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.meter_query_answer()} />}
    >
      <Textarea {...form.text('answer')} label={m.meter_query_answer_text()} maxLength={1000} autosize minRows={3} data-autofocus />
      <TextInput
        {...form.text('value')}
        label={m.meter_query_right()}
        description={m.meter_query_right_help()}
        inputMode="decimal"
        autoComplete="off"
      />
      {form.problem && <p role="alert">{form.problem}</p>}
    </FormDrawer>
  );
}
