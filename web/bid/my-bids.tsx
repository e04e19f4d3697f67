import { Button } from '@mantine/core';
import { bidCalls } from '#contract/bid/calls.ts';
import { href } from '#contract/kernel/screen.ts';
import { portalPublicScreens } from '#contract/portal/public.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatDateTime, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './bid.module.css';
import { bidStatusNames } from './labels.ts';
import { BidderTabs } from './tabs.tsx';

const newest: ListSort = { by: 'id', desc: true };
const filters = ['waiting'] as const;

/** A tenant's own bids, the latest first. */
export default function MyBids() {
  const list = useListState(filters, newest);
  const { link } = useDashboard();
  const waiting = list.filters.waiting === 'true';
  const found = useCall(bidCalls.listMine, {
    page: list.page,
    page_size: list.pageSize,
    ...(waiting ? { z_filter: { waiting: 'true' as const } } : {}),
  });
  if (!found.data) return <LoadingState answer={found} rows={5} />;
  const find = (
    <Button component="a" href={href(portalPublicScreens.listings)}>
      {m.bid_find()}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={m.screens_bid_mine()}
        sub={
          waiting ? <AppLink href={list.hrefWith({ waiting: null })}>{m.shell_filters_clear()}</AppLink> : m.bid_count({ count: found.data.count })
        }
      />
      <BidderTabs current="bids" />
      {found.data.count === 0 && <StateBlock title={m.bid_empty_title()} text={m.bid_mine_empty_text()} action={find} />}
      {found.data.count > 0 && (
        <Panel pad={false}>
          <ul className={classes.mine}>
            {found.data.results.map((bid) => (
              <li key={bid.id}>
                <AppLink href={link('bid.one', { id: bid.id })} className={classes.home ?? ''}>
                  <b>{bid.listing.title}</b>
                  <small>
                    {formatKes(bid.latest.cents)}
                    {bid.expires_at ? `, ${m.bid_until({ when: formatDateTime(bid.expires_at) })}` : ''}
                  </small>
                </AppLink>
                {bid.again && <AppLink href={link('bid.make', { listing_id: bid.listing.id })}>{m.bid_again()}</AppLink>}
                <ToneBadge tone={bidStatusNames[bid.status].tone}>{bidStatusNames[bid.status].label()}</ToneBadge>
              </li>
            ))}
          </ul>
          <ListFooter list={list} count={found.data.count} />
        </Panel>
      )}
    </>
  );
}
