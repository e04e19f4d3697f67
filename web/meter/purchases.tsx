import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatMilliUnits, milliPerUnit, parseMilliUnits } from '#contract/meter/amount.ts';
import { type MeterKind, purchaseSourcesByKind, type UtilityPurchaseSource, unitByMeterKind } from '#contract/meter/kinds.ts';
import { utilityPurchaseSourceLabels } from '#contract/meter/labels.ts';
import type { UtilityPurchase } from '#contract/meter/shapes.ts';
import { meterUtilityCalls } from '#contract/meter/utility-calls.ts';
import { prorateCents, typedAmountToCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { IconPlus, IconTrash } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './meter.module.css';

const names = ['source'] as const;
const sort = { by: 'on_day', desc: true };

function NoPurchases({ filtered, clear, action }: { filtered: boolean; clear: () => void; action: ReactNode }) {
  if (!filtered) return <StateBlock title={m.meter_purchases_empty()} text={m.meter_purchases_empty_text()} action={action} />;
  return (
    <StateBlock
      kind="filtered"
      title={m.shell_nothing_matches()}
      text={m.meter_purchases_filtered()}
      action={
        <Button variant="default" onClick={clear}>
          {m.shell_filters_clear()}
        </Button>
      }
    />
  );
}

/** Water and electricity supplied to the property: tankers, county bills, the borehole. */
export function UtilityPurchaseList({ property, kind }: { property: number; kind: MeterKind }) {
  const list = useListState(names, sort);
  const [adding, add] = useState(false);
  const [going, drop] = useState<UtilityPurchase | null>(null);
  const unit = unitByMeterKind[kind];
  const source = purchaseSourcesByKind[kind].find((one) => one === list.filters.source);
  const answer = useCall(meterUtilityCalls.listPurchases, {
    property_id: property,
    page: list.page,
    page_size: list.pageSize,
    sort: list.wireSort as '-on_day',
    z_filter: { kind, ...(source ? { source } : {}) },
  });
  const remove = useAction(meterUtilityCalls.removePurchase, { inPlace: true, said: () => m.meter_said_purchase_gone(), done: () => drop(null) });
  const may = answer.data?.may;
  const quantity = (one: UtilityPurchase) => `${formatMilliUnits(one.quantity)} ${unit}`;
  const each = (one: UtilityPurchase) => m.meter_purchase_unit_cost({ price: formatKes(prorateCents(one.cents, milliPerUnit, one.quantity)), unit });
  const bin = (one: UtilityPurchase) =>
    may?.delete && (
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={m.meter_purchase_remove()} onClick={() => drop(one)}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    );
  const columns: TableColumn<UtilityPurchase>[] = [
    { key: 'on_day', header: m.meter_purchase_day(), sortable: true, cell: (one) => formatDate(one.on_day) },
    {
      key: 'source',
      header: m.meter_purchase_source(),
      cell: (one) => <TwoLineCell top={utilityPurchaseSourceLabels[one.source]()} bottom={one.supplier} />,
    },
    {
      key: 'quantity',
      header: m.meter_purchase_amount(),
      sortable: true,
      align: 'right',
      cell: (one) => <span className={classes.num}>{quantity(one)}</span>,
    },
    {
      key: 'cents',
      header: m.meter_purchase_cost(),
      sortable: true,
      align: 'right',
      cell: (one) => <TwoLineCell top={formatKes(one.cents)} bottom={each(one)} />,
    },
  ];
  const plus = may?.create && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => add(true)}>
      {m.meter_purchase_add()}
    </Button>
  );
  return (
    <>
      <div className={classes.bar}>
        <NativeSelect
          aria-label={m.meter_purchase_source()}
          value={source ?? ''}
          onChange={(event) => list.setFilter('source', event.currentTarget.value || null)}
          data={[
            { value: '', label: m.views_tab_all() },
            ...purchaseSourcesByKind[kind].map((value) => ({ value, label: utilityPurchaseSourceLabels[value]() })),
          ]}
        />
        <div className={classes.end}>{(answer.data?.count ?? 0) > 0 && plus}</div>
      </div>
      <DataTable
        caption={m.meter_purchases_caption()}
        columns={columns}
        rows={answer.data?.results ?? []}
        rowKey={(one) => String(one.id)}
        sort={list.sort}
        onSort={list.setSort}
        state={answer.isPending ? 'loading' : answer.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        error={answer.isError && !answer.data ? <LoadingState answer={answer} /> : undefined}
        empty={<NoPurchases filtered={source !== undefined} clear={list.clear} action={plus || undefined} />}
        {...(may?.delete ? { actions: bin, actionsLabel: m.meter_column_acts() } : {})}
        mobile={(one) => (
          <MobileRow
            name={utilityPurchaseSourceLabels[one.source]()}
            amount={formatKes(one.cents)}
            meta={`${quantity(one)} · ${each(one)}`}
            metaEnd={bin(one)}
            badge={one.supplier}
            when={formatDate(one.on_day)}
          />
        )}
        footer={<ListFooter list={list} count={answer.data?.count ?? 0} />}
      />
      {adding && <PurchaseForm property={property} kind={kind} close={() => add(false)} />}
      {going && (
        <ConfirmModal
          opened
          danger
          onClose={() => drop(null)}
          title={m.meter_purchase_remove_title()}
          confirmLabel={m.meter_purchase_remove()}
          cancelLabel={m.meter_tariff_keep()}
          closeLabel={m.shell_close()}
          loading={remove.isPending}
          problem={remove.problem}
          onConfirm={() => remove.mutate({ id: going.id })}
        >
          {m.meter_purchase_remove_text({
            what: `${utilityPurchaseSourceLabels[going.source]()}, ${quantity(going)}`,
            day: formatDate(going.on_day),
          })}
        </ConfirmModal>
      )}
    </>
  );
}

function PurchaseForm({ property, kind, close }: { property: number; kind: MeterKind; close: () => void }) {
  const form = useForm(meterUtilityCalls.addPurchase, {
    blank: { source: (purchaseSourcesByKind[kind][0] ?? 'other') as string, on_day: clock.today(), quantity: '', cost: 0, supplier: '' },
    given: (v) => ({
      property_id: property,
      kind,
      source: v.source as UtilityPurchaseSource,
      on_day: v.on_day,
      supplier: v.supplier,
      quantity: parseMilliUnits(v.quantity) ?? 0,
      cents: typedAmountToCents(v.cost),
    }),
    says: { quantity: m.meter_problem_value, on_day: m.meter_problem_day },
    names: { cents: 'cost' },
    inPlace: true,
    said: () => m.meter_said_purchase(),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.meter_purchase_add()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.meter_purchase_add()} />}
    >
      <NativeSelect
        {...form.text('source')}
        label={m.meter_purchase_source()}
        data={purchaseSourcesByKind[kind].map((value) => ({ value, label: utilityPurchaseSourceLabels[value]() }))}
      />
      <TextInput {...form.text('on_day')} type="date" max={clock.today()} label={m.meter_purchase_day()} />
      <TextInput
        {...form.text('quantity')}
        inputMode="decimal"
        label={m.meter_purchase_quantity({ unit: unitByMeterKind[kind] })}
        autoComplete="off"
      />
      <MoneyInput {...form.field('cost')} upTo="charge" onChange={(value) => form.set('cost', Number(value) || 0)} label={m.meter_purchase_cost()} />
      <TextInput {...form.text('supplier')} label={`${m.meter_purchase_supplier()} ${m.shell_optional()}`} maxLength={120} />
      {form.problem && <p role="alert">{form.problem}</p>}
    </FormDrawer>
  );
}
