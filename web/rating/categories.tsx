import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { type RatingCategory, ratingCalls } from '#contract/rating/calls.ts';
import { type RatingTarget, ratingTargets } from '#contract/rating/kinds.ts';
import { ratingTargetLabels } from '#contract/rating/labels.ts';
import { reviewCalls } from '#contract/review/calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { ReorderListDrawer } from '#web/lists/order-drawer.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import type { ActiveFilter } from '#web/ui/dash/table/filter-bar.tsx';
import { formatDate } from '#web/ui/format.ts';
import { IconArrowsSort, IconPlus } from '#web/ui/icons.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { RatingCategoryForm } from './forms.tsx';

const names = ['q', 'target', 'active'] as const;
const inOrder: ListSort = { by: 'sort', desc: false };

export const CategoryActiveBadge = ({ active }: { active: boolean }) => (
  <ToneBadge tone={active ? 'good' : 'neutral'}>{active ? m.rating_on() : m.rating_off()}</ToneBadge>
);

const columns = (): readonly TableColumn<RatingCategory>[] => [
  { key: 'name', header: m.rating_column_name(), sortable: true, cell: (c) => <TwoLineCell top={c.name} bottom={c.name_sw} /> },
  { key: 'target', header: m.rating_target(), cell: (c) => ratingTargetLabels[c.target]() },
  { key: 'weight', header: m.rating_weight(), align: 'right', cell: (c) => c.weight },
  { key: 'questions', header: m.rating_column_questions(), align: 'right', cell: (c) => c.questions },
  { key: 'scores', header: m.rating_column_scores(), align: 'right', cell: (c) => c.scores },
  { key: 'active', header: m.rating_state(), cell: (c) => <CategoryActiveBadge active={c.active} /> },
  { key: 'updated_at', header: m.rating_column_changed(), sortable: true, cell: (c) => formatDate(c.updated_at) },
];

export default function RatingCategories() {
  const { visitor } = useApp();
  const { link } = useDashboard();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'new' | 'order' | null>(null);
  const list = useListState(names, inOrder);
  const { filters } = list;
  const rows = useCall(ratingCalls.listCategories, {
    page: list.page,
    page_size: list.pageSize,
    sort: list.wireSort as 'sort',
    z_filter: { q: filters.q, target: filters.target as RatingTarget | undefined, active: filters.active as 'on' | undefined },
  });
  const may = (action: 'create' | 'edit') => isAllowed(['property_rating_categories', action], visitor);
  const close = () => setOpen(null);
  return (
    <>
      <PageHeader
        title={m.screens_rating_categories()}
        sub={rows.data ? `${m.rating_count({ count: rows.data.count })}. ${m.rating_help()}` : m.rating_help()}
        actions={
          <>
            {may('edit') && (
              <Button variant="default" leftSection={<IconArrowsSort size={16} aria-hidden />} onClick={() => setOpen('order')}>
                {m.rating_order()}
              </Button>
            )}
            {may('create') && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
                {m.rating_new()}
              </Button>
            )}
          </>
        }
      />
      <ListPage
        caption={m.screens_rating_categories()}
        list={list}
        answer={rows}
        columns={columns()}
        rowHref={(c) => link('rating.items', { id: c.id })}
        mobile={(c) => (
          <MobileRow
            name={c.name}
            amount={ratingTargetLabels[c.target]()}
            meta={m.rating_questions({ count: c.questions })}
            metaEnd={`${m.rating_weight()} ${c.weight}`}
            badge={<CategoryActiveBadge active={c.active} />}
            when={m.rating_scores({ count: c.scores })}
          />
        )}
        search={{ value: filters.q ?? '', set: (text) => list.setFilter('q', text), label: m.rating_search(), hint: m.rating_search_hint() }}
        filters={chips(list)}
        counted={(count) => m.rating_count({ count })}
        empty={<StateBlock title={m.rating_empty()} text={m.rating_empty_text()} />}
        filteredText={m.rating_filtered()}
      />
      {open === 'new' && <RatingCategoryForm category={null} close={close} done={(made) => void navigate(link('rating.items', { id: made.id }))} />}
      {open === 'order' && <Ordering close={close} />}
    </>
  );
}

function chips({ filters, setFilter }: ReturnType<typeof useListState<(typeof names)[number]>>): ActiveFilter[] {
  const targets = ratingTargets.map((value) => ({ value, label: ratingTargetLabels[value]() }));
  const states = [
    { value: 'on', label: m.rating_on() },
    { value: 'off', label: m.rating_off() },
  ];
  return [
    makeChoiceFilter('target', m.rating_target(), m.rating_any_target(), targets, filters.target, (v) => setFilter('target', v)),
    makeChoiceFilter('active', m.rating_state(), m.rating_any_state(), states, filters.active, (v) => setFilter('active', v)),
  ];
}

function Ordering({ close }: { close: () => void }) {
  const all = useCall(ratingCalls.listCategories, { page: 1, page_size: 100, sort: 'sort' });
  const order = useAction(ratingCalls.orderCategories, { touches: [reviewCalls], said: () => m.said_ordered(), done: close });
  if (!all.data || all.isPlaceholderData) return null;
  const rows = all.data.results.map((c) => ({ id: c.id, label: c.name, hint: ratingTargetLabels[c.target]() }));
  return <ReorderListDrawer title={m.rating_order()} rows={rows} busy={order.isPending} save={(ids) => order.mutate({ ids })} close={close} />;
}
