import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type FeaturedProduct, featuredCalls } from '#contract/featured/calls.ts';
import { featuredPlacements } from '#contract/featured/kinds.ts';
import { featuredPlacementLabels } from '#contract/featured/labels.ts';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { useCall } from '#web/client/use-call.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import type { useListState } from '#web/lists/list-state.ts';
import { LocationPicker } from '#web/location/picker.tsx';
import { LocationName } from '#web/location/place-name.tsx';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn } from '#web/ui/dash/table/data-table.tsx';
import { formatCount, formatKes } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './featured.module.css';

type List = Pick<ReturnType<typeof useListState<string>>, 'page' | 'pageSize' | 'pageHref' | 'setPageSize'>;

const Sale = ({ product }: { product: FeaturedProduct }) => (
  <ToneBadge tone={product.active ? 'good' : 'done'}>{product.active ? m.featured_on_sale() : m.featured_off_sale()}</ToneBadge>
);

/** The products, for their managers. */
export function FeaturedProducts({ list }: { list: List }) {
  const products = useCall(featuredCalls.listProducts, { page: list.page, page_size: list.pageSize });
  const [editing, setEditing] = useState<FeaturedProduct | null>(null);
  const name = (p: FeaturedProduct) => (
    <button type="button" className={classes.name} onClick={() => setEditing(p)}>
      {p.name}
    </button>
  );
  const columns: readonly TableColumn<FeaturedProduct>[] = [
    { key: 'name', header: m.featured_name(), cell: name },
    { key: 'placement', header: m.featured_placement(), cell: (p) => featuredPlacementLabels[p.placement]() },
    { key: 'place', header: m.featured_area(), cell: (p) => p.place ?? m.featured_whole_country() },
    { key: 'day_cents', header: m.featured_day_price(), align: 'right', cell: (p) => formatKes(p.day_cents) },
    { key: 'slots', header: m.featured_slots(), align: 'right', cell: (p) => `${formatCount(p.running)} / ${formatCount(p.slots)}` },
    { key: 'max_days', header: m.featured_max_days(), align: 'right', cell: (p) => p.max_days },
    { key: 'active', header: m.featured_status(), cell: (p) => <Sale product={p} /> },
  ];
  return (
    <>
      <DataTable
        caption={m.featured_products()}
        columns={columns}
        rows={products.data?.results ?? []}
        rowKey={(p) => String(p.id)}
        state={products.isPending ? 'loading' : 'ready'}
        loadingLabel={m.shell_loading()}
        error={products.isError && !products.data ? <LoadingState answer={products} /> : undefined}
        empty={<StateBlock title={m.featured_products_empty()} text={m.featured_products_empty_text()} />}
        mobile={(p) => (
          <MobileRow
            name={name(p)}
            amount={formatKes(p.day_cents)}
            meta={featuredPlacementLabels[p.placement]()}
            metaEnd={p.place ?? m.featured_whole_country()}
            badge={<Sale product={p} />}
            when={`${formatCount(p.running)} / ${formatCount(p.slots)}`}
          />
        )}
        footer={<ListFooter list={list} count={products.data?.count ?? 0} />}
      />
      {editing && <FeaturedProductEditor key={editing.id} product={editing} close={() => setEditing(null)} />}
    </>
  );
}

type Draft = Pick<FeaturedProduct, 'name' | 'placement' | 'location_id' | 'day_cents' | 'slots' | 'max_days' | 'active' | 'approval'>;
const blank: Draft = { name: '', placement: 'home', location_id: null, day_cents: 50_000, slots: 4, max_days: 30, active: true, approval: false };
const draftOf = ({ name, placement, location_id, day_cents, slots, max_days, active, approval }: FeaturedProduct): Draft => ({
  name,
  placement,
  location_id,
  day_cents,
  slots,
  max_days,
  active,
  approval,
});

const spoken = (name: keyof Draft, { day_cents, placement, location_id }: Draft) => {
  if (name === 'day_cents') return formatKes(day_cents);
  if (name === 'placement') return featuredPlacementLabels[placement]();
  return name === 'location_id' ? location_id === null ? m.featured_whole_country() : <LocationName id={location_id} /> : undefined;
};

export function FeaturedProductEditor({ product, close }: { product: FeaturedProduct | null; close: () => void }) {
  const form = useForm(product ? featuredCalls.updateProduct : featuredCalls.createProduct, {
    saved: product,
    from: draftOf,
    blank,
    given: (values, { revision }) => (product ? { id: product.id, ...values, revision } : values),
    says: { name: m.featured_need_name },
    said: ({ name }) => (product ? m.said_saved({ name }) : m.said_added({ name })),
    done: close,
  });
  const { values: draft, set, problems } = form;
  const number = (value: string | number) => Number(value) || 0;
  const labels = {
    name: m.featured_name(),
    placement: m.featured_placement(),
    location_id: m.featured_area(),
    day_cents: m.featured_day_price(),
    slots: m.featured_slots(),
    max_days: m.featured_max_days(),
    active: m.featured_on_sale(),
    approval: m.featured_approval(),
  };
  return (
    <FormDrawer
      opened
      onClose={close}
      title={product ? product.name : m.featured_new_product()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.featured_save()} />}
    >
      <EditConflictDialog form={form} labels={labels} spoken={spoken} />
      <TextInput {...form.text('name')} label={labels.name} maxLength={80} />
      <NativeSelect
        {...form.text('placement')}
        label={labels.placement}
        data={featuredPlacements.map((p) => ({ value: p, label: featuredPlacementLabels[p]() }))}
      />
      <LocationPicker
        label={`${m.featured_area()} ${m.shell_optional()}`}
        description={m.featured_area_help()}
        value={draft.location_id}
        kinds={['county', 'sub_county', 'ward', 'estate']}
        error={problems.location_id}
        onChange={(id) => set('location_id', id)}
      />
      <MoneyInput
        label={m.featured_day_price_kes()}
        whole
        value={toShillings(draft.day_cents)}
        error={problems.day_cents}
        onChange={(v) => set('day_cents', typedAmountToCents(number(v)))}
      />
      <NumberInput
        label={labels.slots}
        min={1}
        max={50}
        allowDecimal={false}
        value={draft.slots}
        error={problems.slots}
        onChange={(v) => set('slots', number(v))}
      />
      <NumberInput
        label={labels.max_days}
        min={1}
        max={365}
        allowDecimal={false}
        value={draft.max_days}
        error={problems.max_days}
        onChange={(v) => set('max_days', number(v))}
      />
      <Switch {...form.tick('active')} label={m.featured_on_sale()} description={m.featured_off_sale_help()} />
      <Switch {...form.tick('approval')} label={m.featured_approval()} description={m.featured_approval_help()} />
    </FormDrawer>
  );
}
