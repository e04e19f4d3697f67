import { useDashboard } from '#web/layout/screen.ts';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { m } from '#words/messages.js';

/** The tabs of the managers' offers section: promotions, bids and sales. */
export function ManagerBidTabs({ current }: { current: 'promotions' | 'bids' | 'sales' }) {
  const { link } = useDashboard();
  return (
    <ViewTabs
      label={m.bid_tabs()}
      items={[
        { label: m.bid_tab_promotions(), href: link('promotion.list'), current: current === 'promotions' },
        { label: m.bid_tab_bids(), href: link('bid.list'), current: current === 'bids' },
        { label: m.bid_tab_sales(), href: link('bid.sales'), current: current === 'sales' },
      ]}
    />
  );
}

/** The tabs of a bidder: bids and purchases. */
export function BidderTabs({ current }: { current: 'bids' | 'sales' }) {
  const { link } = useDashboard();
  return (
    <ViewTabs
      label={m.bid_bidder_tabs()}
      items={[
        { label: m.screens_bid_mine(), href: link('bid.mine'), current: current === 'bids' },
        { label: m.bid_tab_purchases(), href: link('bid.sales'), current: current === 'sales' },
      ]}
    />
  );
}
