import { Button } from '@mantine/core';
import { reviewCalls } from '#contract/review/calls.ts';
import { type ReviewTarget, reviewTargets } from '#contract/review/kinds.ts';
import { reviewTargetLabels } from '#contract/review/labels.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { makeCompanyAndCountyFilters } from '#web/lists/holder.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter } from '#web/lists/shared-filters.tsx';
import { StateTabs } from '#web/lists/state-tabs.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { type ActiveFilter, FilterBar } from '#web/ui/dash/table/filter-bar.tsx';
import { SearchInput } from '#web/ui/dash/table/search-input.tsx';
import { m } from '#words/messages.js';
import { ReviewCard } from './card.tsx';
import classes from './review.module.css';
import { reviewStateNames } from './words.ts';

const names = ['text', 'status', 'target', 'score', 'company_id', 'region', 'day_from', 'day_to'] as const;
const newest: ListSort = { by: 'created_at', desc: true };
type State = keyof typeof reviewStateNames;

const states = () => ({
  field: 'status',
  label: m.review_state(),
  options: (Object.keys(reviewStateNames) as State[]).map((value) => ({ value, label: reviewStateNames[value].label() })),
});

/** Reviews with search and filters, of one property or of everything the user manages. */
export function ReviewList({ property }: { property?: number }) {
  const list = useListState(names, newest);
  const { layout } = useDashboard();
  const { filters } = list;
  const found = useCall(reviewCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as '-created_at',
    z_filter: {
      text: filters.text,
      status: filters.status as State | undefined,
      target: filters.target as ReviewTarget | undefined,
      score: filters.score ? Number(filters.score) : undefined,
      property,
      company_id: filters.company_id,
      region: filters.region,
      day_from: filters.day_from,
      day_to: filters.day_to,
    },
  });
  const count = found.data?.count ?? 0;
  return (
    <div>
      <StateTabs list={list} states={states()} counts={found.data?.tabs} />
      <FilterBar
        search={(className) => (
          <SearchInput
            className={className}
            value={filters.text ?? ''}
            onSearch={(text) => list.setFilter('text', text)}
            label={m.review_search()}
            placeholder={m.review_search_hint()}
            clearLabel={m.shell_filter_remove()}
          />
        )}
        filters={[
          ...(property === undefined ? makeCompanyAndCountyFilters(layout, list, found.data?.results[0]?.company?.name) : []),
          ...chips(list, property === undefined),
        ]}
        phone={{
          label: m.shell_filters_on({ count: Object.keys(filters).filter((name) => name !== 'status').length }),
          title: m.shell_filters(),
          more: m.views_more_filters(),
          closeLabel: m.shell_close(),
          applyLabel: m.shell_show({ what: m.review_count({ count }) }),
        }}
      />
      {!found.data ? (
        <LoadingState answer={found} rows={6} text={m.shell_filters_kept()} />
      ) : count === 0 ? (
        <StateBlock
          kind={list.filtered ? 'filtered' : 'empty'}
          title={list.filtered ? m.shell_nothing_matches() : m.review_empty()}
          text={list.filtered ? m.review_filtered() : m.review_empty_text()}
          action={
            list.filtered ? (
              <Button variant="default" onClick={list.clear}>
                {m.shell_filters_clear()}
              </Button>
            ) : undefined
          }
        />
      ) : (
        <Panel pad={false}>
          <ul className={`${classes.list} ${classes.items}`}>
            {found.data.results.map((review) => (
              <ReviewCard key={review.id} review={review} named={property === undefined} />
            ))}
          </ul>
          <ListFooter list={list} count={count} />
        </Panel>
      )}
    </div>
  );
}

function chips(list: ReturnType<typeof useListState<(typeof names)[number]>>, everything: boolean): ActiveFilter[] {
  const { filters, setFilter } = list;
  const targets = reviewTargets.filter((one) => everything || one !== 'agent').map((value) => ({ value, label: reviewTargetLabels[value]() }));
  const stars = [5, 4, 3, 2, 1].map((n) => ({ value: String(n), label: m.review_stars({ count: n }) }));
  return [
    makeDateRangeFilter(list, 'day_from', 'day_to', m.review_written()),
    makeChoiceFilter('target', m.review_target(), m.review_any_target(), targets, filters.target, (v) => setFilter('target', v)),
    makeChoiceFilter('score', m.review_score(), m.review_any_score(), stars, filters.score, (v) => setFilter('score', v)),
  ];
}
