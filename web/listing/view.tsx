import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { translateAuditReason } from '#contract/audit/reasons.ts';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { calculateListingCost } from '#contract/listing/cost-breakdown.ts';
import { electricityTypeLabels, furnishingKindLabels, listingHiddenReasonLabels, waterSourceLabels } from '#contract/listing/labels.ts';
import type { ListingAnalytics, ListingDetails } from '#contract/listing/shapes.ts';
import { listWaterSources } from '#contract/listing/water.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { formatListingPrice } from '#web/catalogue/price.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { SupportLinks } from '#web/layout/support.tsx';
import { formatPromotionBill } from '#web/portal/offer/cost-view.ts';
import { DefinitionList, FactStrip } from '#web/ui/dash/facts.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { formatCount, formatDate, formatDateTime, formatKes, phone } from '#web/ui/format.ts';
import { IconPencil, IconRefresh, IconTrash } from '#web/ui/icons.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { ListingStatusBadge } from './badges.tsx';
import { ListingChecklist } from './checklist.tsx';
import { type ListingAction, ListingConfirmDialog } from './confirm-dialog.tsx';
import { CostBreakdownPanel } from './cost.tsx';
import classes from './listing.module.css';
import { ListingShareCard } from './share-card.tsx';
import { getListingMoveName, getListingTypeLabel, listingMoveTexts } from './words.ts';

const DaysChart = lazy(() => import('./charts.tsx').then((c) => ({ default: c.ListingDaysChart })));
const PriceChart = lazy(() => import('./charts.tsx').then((c) => ({ default: c.ListingPriceChart })));

export function ListingView({ listing, edit }: { listing: ListingDetails; edit: () => void }) {
  const { link } = useDashboard();
  const numbers = useCall(listingCalls.performance, { id: listing.id });
  const bill = calculateListingCost(listing, clock.today());
  const promotion = formatPromotionBill(bill.promotion);
  const open = listing.status === 'draft' || listing.status === 'review' || listing.status === 'paused';
  return (
    <>
      <PageHeader
        title={listing.title}
        crumbs={[{ label: m.listing_title(), href: link('listing.list') }, { label: listing.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<ListingStatusBadge of={listing} />}
        sub={`${listing.unit ? listing.unit.name : m.listing_whole_property()}, ${listing.property.name}. ${getListingTypeLabel(listing.listing_type)}.`}
        actions={<Actions listing={listing} edit={edit} />}
      />
      <Why listing={listing} />
      <FactStrip
        items={[
          { label: m.listing_fact_price(), value: formatListingPrice(listing) },
          ...(promotion === null ? [] : [{ label: m.listing_fact_promoted(), value: promotion }]),
          {
            label: listing.listing_type === listingTypes.buy ? m.listing_cost_buy() : m.listing_fact_move_in(),
            value: formatKes(bill.move_in_cents),
          },
          ...(bill.month_cents > 0 ? [{ label: m.listing_fact_monthly(), value: formatKes(bill.month_cents) }] : []),
          { label: m.listing_fact_views(), value: formatCount(listing.views) },
          { label: m.listing_fact_enquiries(), value: formatCount(listing.enquiries) },
        ]}
      />
      <div className={classes.cols}>
        <div className={classes.stack}>
          {numbers.data && listing.published_at && <Charts numbers={numbers.data} />}
          <Description listing={listing} />
          {numbers.data && numbers.data.history.length > 0 && <History rows={numbers.data.history} />}
        </div>
        <div className={`${classes.stack} ${classes.early}`}>
          {open && <ListingChecklist listing={listing} />}
          <ListingShareCard of={{ listing_id: listing.id }} />
          <CostBreakdownPanel terms={listing} property={listing.property.id} />
          <TermsOf listing={listing} />
        </div>
      </div>
    </>
  );
}

/** Why the listing is not publicly visible. */
function Why({ listing }: { listing: ListingDetails }) {
  const note = (title: string, text: ReactNode) => (
    <Note tone="guard" title={title} className={classes.note ?? ''}>
      {text}
    </Note>
  );
  if (listing.paused_by === 'platform')
    return note(
      m.listing_note_platform(),
      <>
        {m.listing_note_platform_text({ reason: translateAuditReason(listing.status_reason) })}
        <SupportLinks />
      </>,
    );
  if (listing.status === 'paused' && listing.paused_by === 'unit') return note(m.listing_note_unit(), m.listing_note_unit_text());
  if (listing.status === 'paused' && listing.paused_by === 'stale') return note(m.listing_note_stale(), m.listing_note_stale_text());
  if (listing.status === 'review') return note(m.listing_note_review(), m.listing_note_review_text());
  if (listing.hidden && listing.hidden !== 'plan' && (listing.status === 'live' || listing.wanted))
    return note(m.listing_note_hidden(), listingHiddenReasonLabels[listing.hidden]());
  return listing.status === 'live' && listing.over_plan ? note(m.listing_note_plan(), m.listing_note_plan_text()) : null;
}

function Actions({ listing, edit }: { listing: ListingDetails; edit: () => void }) {
  const { visitor } = useApp();
  const [asked, setAsked] = useState<ListingAction | null>(null);
  const refresh = useAction(listingCalls.confirm, { touches: [propertyCalls], said: () => m.said_still_there({ name: listing.title }) });
  if (!listing.may_edit) return null;
  const first = listing.moves.find((name) => name === 'publish' || name === 'resume' || name === 'approve');
  const rest = listing.moves.filter((name) => name !== first);
  const mayDelete = isAllowed(['units', 'delete'], visitor) && listing.status !== 'live' && listing.paused_by !== 'platform';
  const editable = listing.status !== 'closed' && listing.status !== 'archived';
  const stale = listing.status === 'live' || (listing.status === 'paused' && listing.paused_by === 'stale');
  return (
    <>
      {stale && (
        <Button
          variant="default"
          loading={refresh.isPending}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => refresh.mutate({ id: listing.id })}
        >
          {m.listing_refresh()}
        </Button>
      )}
      {editable && (
        <Button variant={first ? 'default' : 'filled'} leftSection={<IconPencil size={16} aria-hidden />} onClick={edit}>
          {m.shell_edit()}
        </Button>
      )}
      {first && <Button onClick={() => setAsked(first)}>{listingMoveTexts[first].verb()}</Button>}
      <MoreMenu
        label={m.shell_more()}
        items={[
          ...rest.map((name) => ({ label: listingMoveTexts[name].verb(), onClick: () => setAsked(name) })),
          mayDelete && { label: m.listing_delete(), icon: IconTrash, danger: true, onClick: () => setAsked('delete') },
        ]}
      />
      <ListingConfirmDialog listing={listing} asked={asked} close={() => setAsked(null)} />
    </>
  );
}

const Charts = ({ numbers }: { numbers: ListingAnalytics }) => (
  <>
    <Panel title={m.listing_numbers_title()}>
      <Suspense fallback={<RowsLoading rows={4} label={m.shell_loading()} />}>
        <DaysChart days={numbers.days} />
      </Suspense>
    </Panel>
    {numbers.prices.length > 1 && (
      <Panel title={m.listing_prices_title()}>
        <Suspense fallback={<RowsLoading rows={3} label={m.shell_loading()} />}>
          <PriceChart prices={numbers.prices} />
        </Suspense>
        <table className={classes.table}>
          <tbody>
            {numbers.prices.map((p) => (
              <tr key={p.at}>
                <td title={formatDateTime(p.at)}>{formatDate(p.at)}</td>
                <td>{p.by ?? ''}</td>
                <td className={classes.right}>{formatListingPrice(p)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    )}
  </>
);

const Description = ({ listing }: { listing: ListingDetails }) =>
  listing.description || listing.description_sw ? (
    <Panel title={m.listing_description_title()}>
      <div className={classes.stack}>
        {listing.description && <p className={classes.text}>{listing.description}</p>}
        {listing.description_sw && (
          <p className={classes.text} lang="sw">
            {listing.description_sw}
          </p>
        )}
      </div>
    </Panel>
  ) : null;

const History = ({ rows }: { rows: ListingAnalytics['history'] }) => (
  <Panel title={m.listing_history_title()} pad={false}>
    <PanelRows>
      {rows.map((h) => (
        <div key={`${h.at}${h.move}`} className={classes.line}>
          <span>
            {getListingMoveName(h.move)}
            {h.reason && !/^unit_|^unconfirmed$/.test(h.reason) ? `. ${translateAuditReason(h.reason)}` : ''}
          </span>
          <span className={classes.quiet}>
            {h.by ?? m.listing_history_system()} · {formatDateTime(h.at)}
          </span>
        </div>
      ))}
    </PanelRows>
  </Panel>
);

const yesNo = (value: boolean | null) => (value === null ? m.listing_unsaid() : value ? m.listing_yes() : m.listing_no());
const nameIn = (names: Readonly<Record<string, () => string>>, key: string) => names[key]?.() ?? key;

function TermsOf({ listing: l }: { listing: ListingDetails }) {
  // Water sources of the property are among its amenities.
  const water = listWaterSources(l.water_source, []);
  return (
    <Panel title={m.listing_terms_title()}>
      <DefinitionList
        items={[
          { label: m.listing_field_negotiable(), value: yesNo(l.negotiable) },
          ...(l.available_from ? [{ label: m.listing_field_available(), value: formatDate(l.available_from) }] : []),
          ...(l.min_term_months > 0 ? [{ label: m.listing_field_term(), value: l.min_term_months }] : []),
          { label: m.listing_field_furnished(), value: furnishingKindLabels[l.furnished]() },
          { label: m.listing_field_pets(), value: yesNo(l.pets) },
          { label: m.listing_field_smoking(), value: yesNo(l.smoking) },
          { label: m.listing_field_parking(), value: l.parking_slots },
          ...(water.length > 0 ? [{ label: m.listing_field_water(), value: water.map((w) => nameIn(waterSourceLabels, w)).join(', ') }] : []),
          ...(l.power_type ? [{ label: m.listing_field_power(), value: nameIn(electricityTypeLabels, l.power_type) }] : []),
          ...(l.internet ? [{ label: m.listing_field_internet(), value: l.internet }] : []),
          {
            label: m.listing_field_contact(),
            value: l.contact ? `${l.contact.name}${l.contact.phone ? `, ${phone(l.contact.phone)}` : ''}` : m.listing_contact_holder(),
          },
          ...(l.last_confirmed_at ? [{ label: m.listing_fact_heard(), value: formatDate(l.last_confirmed_at) }] : []),
        ]}
      />
    </Panel>
  );
}
