import { Select } from '@mantine/core';
import { type AgentReview, agentsCalls } from '#contract/agents/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { RatingBars } from '#web/review/stars.tsx';
import { reviewStateNames } from '#web/review/words.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatRating } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { AgentPageFrame } from './agent-layout.tsx';
import { AgentReviewItem as Review } from './agent-parts.tsx';
import classes from './agents.module.css';
import { toAgentReviewView } from './view.ts';

const names = ['score'] as const;
const newest: ListSort = { by: 'id', desc: true };

export default function AgentReviews() {
  return <AgentPageFrame>{(agent) => <Reviews id={agent.id} />}</AgentPageFrame>;
}

function Reviews({ id }: { id: number }) {
  const list = useListState(names, newest);
  const found = useCall(agentsCalls.reviews, { id, page: list.page, page_size: list.pageSize, z_filter: list.filters });
  if (!found.data) return <LoadingState answer={found} rows={6} />;
  const { results, count, average, spread, items } = found.data;
  const total = spread.reduce((sum, n) => sum + n, 0);
  return (
    <div className={classes.dash}>
      <div className={classes.dashSide}>
        <Panel title={m.agents_by_stars()}>
          <p className={classes.average}>
            <b>{average === null ? '–' : formatRating(average)}</b> {m.agents_reviews_count({ count: total })}
          </p>
          <RatingBars
            bars={[5, 4, 3, 2, 1].map((stars) => ({
              label: m.agents_stars({ count: stars }),
              value: String(spread[stars - 1] ?? 0),
              share: total > 0 ? (spread[stars - 1] ?? 0) / total : 0,
            }))}
          />
        </Panel>
        {items.length > 0 && (
          <Panel title={m.agents_by_item()}>
            <RatingBars bars={items.map((item) => ({ label: item.label, value: formatRating(item.average), share: item.average / 5 }))} />
          </Panel>
        )}
      </div>
      <Panel
        title={m.agents_reviews()}
        right={
          <Select
            aria-label={m.agents_rating()}
            value={list.filters.score ?? ''}
            onChange={(value) => list.setFilter('score', value || null)}
            data={[
              { value: '', label: m.agents_all_reviews() },
              ...[5, 4, 3, 2, 1].map((n) => ({ value: String(n), label: m.agents_stars({ count: n }) })),
            ]}
          />
        }
      >
        {results.length === 0 ? (
          <p className={classes.quiet}>{list.filtered ? m.shell_nothing_matches() : m.agents_no_reviews()}</p>
        ) : (
          <ul className={classes.reviews}>
            {results.map((review) => (
              <Row key={review.id} review={review} />
            ))}
          </ul>
        )}
        <ListFooter list={list} count={count} />
      </Panel>
    </div>
  );
}

function Row({ review }: { review: AgentReview }) {
  // A published review needs no status label.
  const state = review.status === 'published' ? undefined : Object.entries(reviewStateNames).find(([name]) => name === review.status)?.[1];
  return (
    <Review review={toAgentReviewView(review, 'en')} replyLabel={m.agents_reply()}>
      {state && <ToneBadge tone={state.tone}>{state.label()}</ToneBadge>}
    </Review>
  );
}
