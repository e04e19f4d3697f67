import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import { meterCalls } from '#contract/meter/calls.ts';
import { type MeterKind, readingGridStates } from '#contract/meter/kinds.ts';
import { meterCycleStatusLabels } from '#contract/meter/labels.ts';
import type { ReadingGridRow } from '#contract/meter/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { addMonths, monthOf, monthStart } from '#contract/time/days.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { SearchInput } from '#web/ui/dash/table/search-input.tsx';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { formatMonth } from '#web/ui/format.ts';
import { IconChevronLeft, IconChevronRight, IconUpload } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { ReadingCycleActions } from './cycle-acts.tsx';
import { HandoverReadingDialog } from './handover.tsx';
import { ImportReadingsForm } from './import.tsx';
import classes from './meter.module.css';
import { ReadingRow } from './reading-row.tsx';

const names = ['month', 'state', 'search'] as const;
const sort = { by: 'unit', desc: false };
const stateNames = { missing: m.meter_grid_state_missing, flagged: m.meter_grid_state_flagged, done: m.meter_grid_state_done } as const;
const tones = { open: 'wait', review: 'info', locked: 'done' } as const;
/** Before this day of a month, the previous month is the one to read and bill. */
const lateDay = 20;
const usualMonth = (): string => {
  const today = clock.today();
  return Number(today.slice(8)) <= lateDay ? monthOf(addMonths(monthStart(today), -1)) : monthOf(today);
};
const isMonth = (text: string | undefined): text is string => /^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? '');

/** A month of readings: one row per meter with its last value, an input field, a photo and immediate flags. */
export function MeterReadingTable({ property, kind }: { property: number; kind: MeterKind }) {
  const list = useListState(names, sort);
  const [asks, ask] = useState<'import' | ReadingGridRow | null>(null);
  const month = isMonth(list.filters.month) ? list.filters.month : usualMonth();
  const state = readingGridStates.find((one) => one === list.filters.state);
  const { search } = list.filters;
  const answer = useCall(meterCalls.listMonth, {
    property_id: property,
    kind,
    month,
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    z_filter: { ...(state ? { state } : {}), ...(search ? { search } : {}) },
  });
  const { data } = answer;
  const named = formatMonth(`${month}-01`);
  const tab = (value: (typeof readingGridStates)[number] | null, label: string) => ({
    label,
    href: list.hrefWith({ state: value, page: null }),
    current: state === (value ?? undefined),
    count: data?.tabs?.[value ?? 'all'] ?? 0,
  });
  const beside = (by: number) => list.hrefWith({ month: monthOf(addMonths(`${month}-01`, by)), page: null, state: null });
  const none = data?.tabs?.all === 0 && !search;
  return (
    <>
      <div className={classes.bar}>
        <div className={classes.month}>
          <ActionIcon component={AppLink} href={beside(-1)} preventScrollReset variant="default" size={36} aria-label={m.meter_month_earlier()}>
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <span>{named}</span>
          {month < monthOf(clock.today()) && (
            <ActionIcon component={AppLink} href={beside(1)} preventScrollReset variant="default" size={36} aria-label={m.meter_month_later()}>
              <IconChevronRight size={18} aria-hidden />
            </ActionIcon>
          )}
        </div>
        {data && <ToneBadge tone={tones[data.cycle.status]}>{meterCycleStatusLabels[data.cycle.status]()}</ToneBadge>}
        {data && !none && (
          <div className={classes.end}>
            {data.cycle.may.read && data.cycle.status !== 'locked' && (
              <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={() => ask('import')}>
                {m.meter_import()}
              </Button>
            )}
            <ReadingCycleActions property={property} kind={kind} month={month} cycle={data.cycle} missing={data.tabs?.missing ?? 0} />
          </div>
        )}
      </div>
      {data?.cycle.status === 'locked' && <p className={classes.note}>{m.meter_locked_note()}</p>}
      {data?.cycle.status === 'review' && data.cycle.may.bill && <p className={classes.note}>{m.meter_review_note()}</p>}
      {!data && <LoadingState answer={answer} />}
      {data && none && (
        <StateBlock
          title={m.meter_grid_empty()}
          text={m.meter_grid_empty_text()}
          action={
            <Button component={AppLink} href="?tab=meters">
              {m.meter_tab_meters()}
            </Button>
          }
        />
      )}
      {data && !none && (
        <>
          <ViewTabs
            label={m.meter_grid_states()}
            items={[tab(null, m.meter_grid_state_all()), ...readingGridStates.map((one) => tab(one, stateNames[one]()))]}
          />
          <div className={classes.bar}>
            <SearchInput
              value={search ?? ''}
              onSearch={(text) => list.setFilter('search', text)}
              label={m.meter_meters_search()}
              placeholder={m.meter_meters_hint()}
              clearLabel={m.shell_filter_remove()}
            />
          </div>
          {data.results.length === 0 ? (
            <StateBlock kind="filtered" title={m.meter_grid_nothing()} text={m.meter_grid_nothing_text()} />
          ) : (
            <ul className={classes.list} aria-label={m.meter_grid_caption({ month: named })}>
              {data.results.map((row) => (
                <ReadingRow
                  key={`${row.meter.id}:${month}:${row.reading?.id ?? 'new'}`}
                  row={row}
                  month={month}
                  kind={kind}
                  cycle={data.cycle}
                  handover={() => ask(row)}
                />
              ))}
            </ul>
          )}
          <div className={classes.foot}>
            <ListFooter list={list} count={data.count} />
          </div>
        </>
      )}
      {asks === 'import' && <ImportReadingsForm property={property} kind={kind} month={month} close={() => ask(null)} />}
      {asks !== null && asks !== 'import' && <HandoverReadingDialog row={asks} month={month} close={() => ask(null)} />}
    </>
  );
}
