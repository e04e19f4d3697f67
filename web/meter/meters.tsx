import { Button } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { formatMilliUnits } from '#contract/meter/amount.ts';
import { meterCalls } from '#contract/meter/calls.ts';
import { type MeterKind, meterStatuses } from '#contract/meter/kinds.ts';
import { meterStatusLabels } from '#contract/meter/labels.ts';
import type { Meter } from '#contract/meter/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { ListPage } from '#web/lists/list-page.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate } from '#web/ui/format.ts';
import { IconPlus } from '#web/ui/icons.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './meter.module.css';
import { MeterForm, ReplaceMeterForm } from './meter-form.tsx';

const names = ['status', 'search'] as const;
const sort = { by: 'unit', desc: false };
const tones = { active: 'good', replaced: 'done', archived: 'neutral' } as const;
const Standing = ({ one }: { one: Meter }) => <ToneBadge tone={tones[one.status]}>{meterStatusLabels[one.status]()}</ToneBadge>;
const lastOf = ({ last }: Meter) => `${formatMilliUnits(last.value)} · ${formatDate(last.covers)}`;
const homeOf = (one: Meter) => one.unit?.name ?? m.meter_common();
const meta = (one: Meter) =>
  [one.place, one.prepaid ? m.meter_field_prepaid() : '', one.multiplier > 1 ? `× ${one.multiplier}` : ''].filter(Boolean).join(' · ');

type Asked = { readonly what: 'edit' | 'replace' | 'archive'; readonly meter: Meter };

/** The meters of a kind in a property, with their actions. */
export function MeterList({ property, kind }: { property: number; kind: MeterKind }) {
  const { visitor } = useApp();
  const list = useListState(names, sort);
  const [adding, add] = useState(false);
  const [asked, ask] = useState<Asked | null>(null);
  const close = () => ask(null);
  const status = meterStatuses.find((one) => one === list.filters.status);
  const { search } = list.filters;
  const answer = useCall(meterCalls.list, {
    ...{ property_id: property, page: list.page, page_size: list.pageSize, tabs: 'true', sort: list.wireSort as 'unit' },
    z_filter: { kind, ...(status ? { status } : {}), ...(search ? { search } : {}) },
  });
  const bring = useAction(meterCalls.createFromUnits, { said: ({ made }) => m.meter_said_brought({ count: made }) });
  const archive = useAction(meterCalls.move, {
    inPlace: true,
    said: (one) => (one.status === 'archived' ? m.meter_said_archived : m.meter_said_restored)({ number: one.number }),
    done: close,
  });
  const restore = useAction(meterCalls.move, { said: (one) => m.meter_said_restored({ number: one.number }) });
  const creates = isAllowed(meterCalls.create.needs, visitor);
  const edits = isAllowed(meterCalls.update.needs, visitor);
  const columns: TableColumn<Meter>[] = [
    { key: 'number', header: m.meter_column_meter(), sortable: true, cell: (one) => <TwoLineCell top={one.number} bottom={meta(one)} /> },
    { key: 'unit', header: m.meter_column_unit(), sortable: true, cell: homeOf },
    { key: 'last', header: m.meter_column_last(), align: 'right', cell: (one) => <span className={classes.num}>{lastOf(one)}</span> },
    { key: 'installed_on', header: m.meter_field_installed(), sortable: true, cell: (one) => formatDate(one.installed_on) },
    { key: 'status', header: m.meter_column_status(), cell: (one) => <Standing one={one} /> },
    {
      key: 'acts',
      header: m.meter_column_acts(),
      width: 56,
      cell: (one) => (
        <Acts one={one} edits={edits} ask={(what) => ask({ what, meter: one })} restore={() => restore.mutate({ id: one.id, move: 'restore' })} />
      ),
    },
  ];
  const plus = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => add(true)}>
      {m.meter_add()}
    </Button>
  );
  const take = kind !== 'heat' && (
    <Button
      variant="default"
      loading={bring.isPending}
      title={m.meter_bring_help()}
      onClick={() => bring.mutate({ property_id: property, kind, installed_on: clock.today() })}
    >
      {m.meter_bring()}
    </Button>
  );
  return (
    <>
      {creates && (
        <div className={classes.bar}>
          <div className={classes.end}>
            {take}
            {(answer.data?.tabs?.all ?? 0) > 0 && plus}
          </div>
        </div>
      )}
      <ListPage
        caption={m.meter_meters_caption()}
        list={list}
        answer={answer}
        columns={columns}
        rowHref={() => undefined}
        mobile={(one) => (
          <MobileRow
            name={`${homeOf(one)} · ${one.number}`}
            amount={
              <Acts
                one={one}
                edits={edits}
                ask={(what) => ask({ what, meter: one })}
                restore={() => restore.mutate({ id: one.id, move: 'restore' })}
              />
            }
            meta={meta(one)}
            badge={<Standing one={one} />}
            when={lastOf(one)}
          />
        )}
        search={{ value: search ?? '', set: (text) => list.setFilter('search', text), label: m.meter_meters_search(), hint: m.meter_meters_hint() }}
        counted={(count) => m.meter_meters_count({ count })}
        empty={<StateBlock title={m.meter_meters_empty()} text={m.meter_meters_empty_text()} action={creates ? plus : undefined} />}
        filteredText={m.meter_meters_filtered()}
        states={listStatusTabs()}
      />
      {adding && <MeterForm property={property} kind={kind} close={() => add(false)} />}
      {asked?.what === 'edit' && <MeterForm property={property} kind={kind} saved={asked.meter} close={close} />}
      {asked?.what === 'replace' && <ReplaceMeterForm property={property} old={asked.meter} close={close} />}
      {asked?.what === 'archive' && (
        <ConfirmModal
          opened
          danger
          onClose={close}
          title={m.meter_archive_title({ number: asked.meter.number })}
          confirmLabel={m.meter_archive()}
          cancelLabel={m.meter_archive_keep()}
          closeLabel={m.shell_close()}
          loading={archive.isPending}
          problem={archive.problem}
          onConfirm={() => archive.mutate({ id: asked.meter.id, move: 'archive' })}
        >
          {m.meter_archive_text()}
        </ConfirmModal>
      )}
    </>
  );
}

const listStatusTabs = () => ({
  ...{ field: 'status' as const, label: m.meter_column_status() },
  options: meterStatuses.map((value) => ({ value, label: meterStatusLabels[value]() })),
});

function Acts({ one, edits, ask, restore }: { one: Meter; edits: boolean; ask: (what: Asked['what']) => void; restore: () => void }) {
  const active = one.status === 'active';
  return (
    <MoreMenu
      quiet
      label={m.meter_edit_of({ number: one.number })}
      items={[
        edits && active && { label: m.meter_edit(), onClick: () => ask('edit') },
        edits && active && !one.prepaid && { label: m.meter_replace(), onClick: () => ask('replace') },
        one.moves.includes('restore') && { label: m.meter_restore(), onClick: restore },
        one.moves.includes('archive') && { label: m.meter_archive(), danger: true, onClick: () => ask('archive') },
      ]}
    />
  );
}
