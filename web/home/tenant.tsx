import { Button } from '@mantine/core';
import { findingCalls } from '#contract/finding/calls.ts';
import type { homeCalls } from '#contract/home/calls.ts';
import type { PendingTaskKey } from '#contract/home/pending-tasks.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { href } from '#contract/kernel/screen.ts';
import { leadStageLabels } from '#contract/lead/labels.ts';
import { buildListingCardHref } from '#contract/portal/card-href.ts';
import { portalPublicScreens } from '#contract/portal/public.ts';
import { useCall, useCalls } from '#web/client/use-call.ts';
import { getSavedSearchPath } from '#web/finding/search-address.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { RowsLoading, StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatCount, formatDate, formatKes } from '#web/ui/format.ts';
import { IconBookmark, IconHome } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ResponsivePicture } from '#web/ui/public/pic.tsx';
import { addTones, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './dashboard.module.css';
import { FirstStepCard, useTenantSteps } from './first-step.tsx';
import { AmountsDueCard, HomeApplicationsPanel, OccupiedHomes, useTenantHomes } from './homes.tsx';
import { PendingTasksPanel } from './pending-tasks.tsx';
import own from './tenant.module.css';

type Enquiries = CallResult<typeof homeCalls.overview>['enquiries'];
type Favourite = CallResult<typeof findingCalls.favourites>['results'][number];
const shown = 3;
/** Tasks that the steps above the list already show. */
const told: readonly PendingTaskKey[] = ['sign', 'inspected', 'applied'];

/** The stages of an enquiry from the tenant's point of view. */
const stages = addTones(leadStageLabels, { new: 'wait', contacted: 'info', touring: 'info', applied: 'special', won: 'good', lost: 'done' });

/** The tenant's homes and dues first, then saved listings, new results of saved searches, and enquiries. */
export function TenantHomePage({ enquiries }: { enquiries: Enquiries }) {
  const saved = useCall(findingCalls.favourites, { page: 1, page_size: 10 });
  const searches = useCall(findingCalls.searches, { page: 1, page_size: 10 });
  const { pending, none, lived, applied, bookings } = useTenantHomes();
  const mine = lived.data?.results ?? [];
  const { steps, pending: stepping } = useTenantSteps({ lived: mine, bookings });
  const dues = useCalls(mine.map(({ id }) => ({ call: invoiceCalls.balanceDue, given: { tenancy_id: id } })));
  const owes = dues.some(({ data }) => (data?.open.length ?? 0) > 0);
  const { link } = useDashboard();
  // Waits for all data, so that the largest element does not move while the tenant presses a button.
  if (pending || saved.isPending || searches.isPending || stepping || dues.some(({ isLoading }) => isLoading))
    return <RowsLoading rows={5} label={m.shell_loading()} />;
  const homes = saved.data?.results ?? [];
  const looking = searches.data?.results ?? [];
  if (none && homes.length + looking.length + enquiries.length === 0 && !saved.isError && !searches.isError)
    return (
      <Panel>
        <StateBlock
          title={m.dashboard_find_title()}
          text={m.dashboard_find_text()}
          action={
            <Button component="a" href={href(portalPublicScreens.listings)}>
              {m.finding_find()}
            </Button>
          }
        />
      </Panel>
    );
  const all = (href: string) => <AppLink href={href}>{m.dashboard_see_all()}</AppLink>;
  return (
    <div className={own.page}>
      <AmountsDueCard lived={lived} />
      <FirstStepCard steps={steps} owes={owes} />
      <PendingTasksPanel unlessNone without={told} />
      <OccupiedHomes lived={lived} />
      <HomeApplicationsPanel applied={applied} bookings={bookings} />
      {homes.length > 0 && (
        <Panel title={m.finding_favourites()} right={all(link('finding.favourites'))} pad={false}>
          <PanelRows>
            {homes.slice(0, shown).map((one) => (
              <Home key={one.id} one={one} />
            ))}
          </PanelRows>
        </Panel>
      )}
      {looking.length > 0 && (
        <Panel title={m.finding_searches()} right={all(link('finding.searches'))} pad={false}>
          <PanelRows>
            {looking.slice(0, shown).map((one) => (
              <div key={one.id}>
                <IconBookmark size={19} stroke={1.6} aria-hidden />
                <AppLink className={classes.grow ?? ''} href={getSavedSearchPath(one.query)}>
                  <b>{one.name}</b>
                  <small>{m.dashboard_fits({ count: one.count, shown: one.capped ? `${formatCount(one.count)}+` : formatCount(one.count) })}</small>
                </AppLink>
              </div>
            ))}
          </PanelRows>
        </Panel>
      )}
      {enquiries.length > 0 && <Asked enquiries={enquiries} />}
    </div>
  );
}

function Home({ one }: { one: Favourite }) {
  const { locale } = useApp();
  const { card } = one;
  const change = card ? card.price_cents - one.saved_cents : 0;
  return (
    <div className={classes.saved}>
      <span className={classes.thumb}>
        {card?.cover ? <ResponsivePicture picture={card.cover} sizes="72px" className={classes.thumbPic} /> : <IconHome size={20} aria-hidden />}
      </span>
      {card ? (
        <AppLink className={classes.grow ?? ''} href={buildListingCardHref(card)}>
          <b>{one.title}</b>
          <small>{`${formatKes(card.price_cents)}, ${card.place.name}`}</small>
        </AppLink>
      ) : (
        <div className={classes.grow}>
          <b>{one.title}</b>
          <small>{m.finding_saved_on({ date: formatDate(one.saved_at, locale) })}</small>
        </div>
      )}
      {!card && <ToneBadge tone="done">{m.finding_taken()}</ToneBadge>}
      {change < 0 && <ToneBadge tone="good">{m.dashboard_price_down({ amount: formatKes(-change) })}</ToneBadge>}
      {change > 0 && <ToneBadge tone="warn">{m.dashboard_price_up({ amount: formatKes(change) })}</ToneBadge>}
    </div>
  );
}

function Asked({ enquiries }: { enquiries: Enquiries }) {
  const { locale } = useApp();
  return (
    <Panel title={m.dashboard_enquiries()} pad={false}>
      <PanelRows>
        {enquiries.slice(0, shown + 2).map((one) => (
          <div key={one.id}>
            {one.page ? (
              <AppLink className={classes.grow ?? ''} href={one.page}>
                <b>{one.about}</b>
                <small>{formatDate(one.created_at, locale)}</small>
              </AppLink>
            ) : (
              <div className={classes.grow}>
                <b>{one.about}</b>
                <small>{formatDate(one.created_at, locale)}</small>
              </div>
            )}
            <ToneBadge tone={stages[one.status].tone}>{stages[one.status].label()}</ToneBadge>
          </div>
        ))}
      </PanelRows>
    </Panel>
  );
}
