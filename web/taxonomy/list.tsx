import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { taxonCalls } from '#contract/taxonomy/calls.ts';
import {
  type AmenityGroup,
  type AmenityTarget,
  amenityGroups,
  amenityTargets,
  documentByTaxonKind,
  type TaxonKind,
} from '#contract/taxonomy/kinds.ts';
import { amenityGroupLabels, amenityTargetLabels } from '#contract/taxonomy/labels.ts';
import { taxonKindByScreen } from '#contract/taxonomy/screens.ts';
import type { Taxon } from '#contract/taxonomy/shapes.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useScreenAddress } from '#web/layout/screen.ts';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { ReorderListDrawer } from '#web/lists/order-drawer.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn } from '#web/ui/dash/table/data-table.tsx';
import type { ActiveFilter } from '#web/ui/dash/table/filter-bar.tsx';
import { formatDate } from '#web/ui/format.ts';
import { IconArrowsSort, IconPlus } from '#web/ui/icons.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { taxonIcons } from '#web/ui/taxon-icons.ts';
import { m } from '#words/messages.js';
import { TaxonEditor } from './editor.tsx';
import classes from './taxonomy.module.css';
import { formatTaxonUse, getAmenityGroupName, taxonKindTexts } from './words.ts';

const names = ['q', 'visible', 'grouped', 'applies_to', 'edit'] as const;
const inOrder: ListSort = { by: 'sort', desc: false };
type List = ReturnType<typeof useListState<(typeof names)[number]>>;

/** One view for amenities, property types, categories and unit types, by address. */
export default function TaxonList() {
  const kind = taxonKindByScreen[useScreenAddress()?.key ?? ''] ?? 'amenity';
  // Each vocabulary is a separate list: filters do not carry over.
  return <Vocabulary key={kind} kind={kind} />;
}

function Vocabulary({ kind }: { kind: TaxonKind }) {
  const { visitor } = useApp();
  const navigate = useNavigate();
  const [ordering, setOrdering] = useState(false);
  const list = useListState(names, inOrder);
  const { edit, ...filters } = list.filters;
  const calls = taxonCalls[kind];
  const rows = useCall(calls.list, {
    page: list.page,
    page_size: list.pageSize,
    sort: list.wireSort as 'sort',
    z_filter: {
      q: filters.q,
      visible: filters.visible as 'shown' | undefined,
      grouped: filters.grouped as AmenityGroup | undefined,
      applies_to: filters.applies_to as AmenityTarget | undefined,
    },
  });
  const words = taxonKindTexts[kind];
  const may = (action: 'create' | 'edit') => isAllowed([documentByTaxonKind[kind], action], visitor);
  const close = () => void navigate(list.hrefWith({ edit: null }), { preventScrollReset: true });
  const create = may('create') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => list.setFilter('edit', 'new')}>
      {words.add()}
    </Button>
  );
  const shown = { ...list, filtered: Object.keys(filters).length > 0, filters };
  return (
    <>
      <PageHeader
        title={words.title()}
        sub={rows.data ? `${words.count({ count: rows.data.count })}. ${words.help()}` : words.help()}
        actions={
          <>
            {may('edit') && (
              <Button variant="default" leftSection={<IconArrowsSort size={16} aria-hidden />} onClick={() => setOrdering(true)}>
                {m.taxonomy_order()}
              </Button>
            )}
            {create}
          </>
        }
      />
      <ListPage
        caption={words.title()}
        list={shown}
        answer={rows}
        columns={columnsOf(kind)}
        rowHref={(row) => list.hrefWith({ edit: row.id })}
        mobile={(row) => (
          <MobileRow
            name={<Named row={row} />}
            badge={<State row={row} />}
            meta={kind === 'amenity' ? getAmenityGroupName(row.grouped) : (row.category ?? row.code)}
            metaEnd={formatTaxonUse(row.used, true) ?? m.taxonomy_used_none()}
            when={formatDate(row.updated_at)}
          />
        )}
        search={{ value: filters.q ?? '', set: (text) => list.setFilter('q', text), label: m.taxonomy_search(), hint: m.taxonomy_search_hint() }}
        filters={chips(kind, list)}
        counted={(count) => words.count({ count })}
        empty={<StateBlock title={m.taxonomy_empty()} text={m.taxonomy_empty_text()} />}
        filteredText={m.taxonomy_filtered()}
      />
      {edit && <TaxonEditor key={edit} kind={kind} id={edit === 'new' ? null : Number(edit) || null} close={close} />}
      {ordering && <Ordering kind={kind} close={() => setOrdering(false)} />}
    </>
  );
}

function columnsOf(kind: TaxonKind): TableColumn<Taxon>[] {
  return [
    { key: 'name', header: m.taxonomy_column_name(), sortable: true, cell: (row) => <Named row={row} /> },
    ...(kind === 'amenity'
      ? [
          { key: 'grouped', header: m.taxonomy_group(), cell: (row: Taxon) => getAmenityGroupName(row.grouped) },
          { key: 'applies_to', header: m.taxonomy_applies(), cell: (row: Taxon) => amenityTargetLabels[row.applies_to]() },
        ]
      : []),
    ...(kind === 'property_type' ? [{ key: 'category', header: m.taxonomy_category(), cell: (row: Taxon) => row.category ?? '–' }] : []),
    ...(kind === 'unit_type'
      ? [{ key: 'bedrooms', header: m.taxonomy_bedrooms(), align: 'right' as const, cell: (row: Taxon) => row.bedrooms ?? '–' }]
      : []),
    { key: 'used', header: m.taxonomy_column_used(), cell: (row) => formatTaxonUse(row.used, true) ?? m.taxonomy_used_none() },
    { key: 'visible', header: m.taxonomy_column_state(), cell: (row) => <State row={row} /> },
    { key: 'updated_at', header: m.taxonomy_column_changed(), sortable: true, cell: (row) => formatDate(row.updated_at) },
  ];
}

function Named({ row }: { row: Taxon }) {
  const Icon = taxonIcons[row.icon];
  return (
    <span className={classes.named}>
      <span className={classes.icon} aria-hidden="true">
        {Icon && <Icon size={20} />}
      </span>
      <span className={classes.words}>
        <b>{row.name}</b>
        <span lang="sw">{row.name_sw}</span>
      </span>
    </span>
  );
}

const State = ({ row }: { row: Taxon }) => (
  <ToneBadge tone={row.visible ? 'good' : 'neutral'}>{row.visible ? m.taxonomy_shown() : m.taxonomy_hidden()}</ToneBadge>
);

function chips(kind: TaxonKind, { filters, setFilter }: List): ActiveFilter[] {
  const states = [
    { value: 'shown', label: m.taxonomy_shown() },
    { value: 'hidden', label: m.taxonomy_hidden() },
  ];
  const groups = amenityGroups.map((value) => ({ value, label: amenityGroupLabels[value]() }));
  const targets = amenityTargets.map((value) => ({ value, label: amenityTargetLabels[value]() }));
  const state = makeChoiceFilter('visible', m.taxonomy_column_state(), m.taxonomy_any_state(), states, filters.visible, (v) =>
    setFilter('visible', v),
  );
  if (kind !== 'amenity') return [state];
  return [
    state,
    makeChoiceFilter('grouped', m.taxonomy_group(), m.taxonomy_any_group(), groups, filters.grouped, (v) => setFilter('grouped', v)),
    makeChoiceFilter('applies_to', m.taxonomy_applies(), m.taxonomy_any_applies(), targets, filters.applies_to, (v) => setFilter('applies_to', v)),
  ];
}

/** All terms without filters, because an order covers the whole list. */
function Ordering({ kind, close }: { kind: TaxonKind; close: () => void }) {
  const calls = taxonCalls[kind];
  const all = useCall(calls.list, { page: 1, page_size: 100, sort: 'sort' });
  const order = useAction(calls.reorder, { said: () => m.said_ordered(), done: close });
  if (!all.data || all.isPlaceholderData) return null;
  const rows = all.data.results.map((row) => ({ id: row.id, label: row.name, hint: getAmenityGroupName(row.grouped) || row.category || undefined }));
  return <ReorderListDrawer title={m.taxonomy_order()} rows={rows} busy={order.isPending} save={(ids) => order.mutate({ ids })} close={close} />;
}
