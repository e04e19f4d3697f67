import { useParams, useSearchParams } from 'react-router';
import { translateAuditReason } from '#contract/audit/reasons.ts';
import { unitStatuses } from '#contract/catalogue/kinds.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { sumCents } from '#contract/money/cents.ts';
import type { UnitDetails } from '#contract/unit/calls.ts';
import { unitFurnishingLabels, unitMeterLabels } from '#contract/unit/labels.ts';
import { calculateVacancyLoss, statusesWithoutRent } from '#contract/unit/vacancy.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListingStatusBadge } from '#web/listing/badges.tsx';
import { toCostLineRows } from '#web/listing/cost.tsx';
import { ListingShareCard } from '#web/listing/share-card.tsx';
import { getListingTypeLabel } from '#web/listing/words.ts';
import { UnitTenancyHistory } from '#web/tenancy/unit-stays.tsx';
import { DefinitionList, FactStrip, MoneyLines } from '#web/ui/dash/facts.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatCount, formatDate, formatDateTime, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { UnitEditor } from './editor.tsx';
import { ImportedOccupant } from './imported-occupant.tsx';
import { findLiveListing } from './list-unit.tsx';
import { UnitStatusReason } from './status-reason.tsx';
import { UnitTimeline } from './timeline.tsx';
import classes from './unit.module.css';
import { UnitFrame } from './unit-layout.tsx';
import { useUnit } from './use-unit.ts';

/** One unit: shown, edited and moved at one address; the tabs are its other pages. */
export default function UnitDetail() {
  const { id } = useParams();
  const unitId = parseAddressId(id);
  return (
    <UnitFrame id={unitId}>
      <Inside id={unitId} />
    </UnitFrame>
  );
}

function Inside({ id }: { id: number }) {
  const [params, setParams] = useSearchParams();
  const { data: unit } = useUnit(id);
  if (!unit) return null;
  if (params.has('edit') && unit.may_edit) return <UnitEditor key={unit.id} unit={unit} close={() => setParams({}, { replace: true })} />;
  return params.get('tab') === 'listings' ? <Listings unit={unit} /> : <Overview unit={unit} />;
}

const isEmpty = (status: number) => statusesWithoutRent.some((state) => unitStatuses[state] === status);

function Overview({ unit }: { unit: UnitDetails }) {
  const none = m.unit_none();
  return (
    <>
      {unit.status_reason && (
        // A reason entered by a person is a warning; a reason from a booking or tenancy is information.
        <Note tone={translateAuditReason(unit.status_reason) === unit.status_reason ? 'guard' : 'info'} className={classes.note ?? ''}>
          {unit.expected_on ? (
            m.unit_why_until({ reason: unit.status_reason, date: formatDate(unit.expected_on) })
          ) : (
            <UnitStatusReason reason={unit.status_reason} held={unit.held_for} />
          )}
        </Note>
      )}
      <div className={classes.strip}>
        <FactStrip
          items={[
            { label: m.unit_rent_month(), value: unit.rent_cents === null ? m.unit_not_set() : formatKes(unit.rent_cents) },
            {
              label: m.unit_days(),
              value: <span title={formatDateTime(unit.status_since)}>{m.unit_days_count({ count: unit.days_in_status })}</span>,
            },
            { label: m.unit_lost_now(), value: isEmpty(unit.status) ? formatKes(calculateVacancyLoss(unit.rent_cents, unit.days_in_status)) : none },
            { label: m.unit_bedrooms(), value: unit.bedrooms ?? '–' },
            { label: m.unit_bathrooms(), value: unit.bathrooms },
            { label: m.unit_area(), value: unit.area_m2 === null ? none : m.unit_square_metres({ area: formatCount(unit.area_m2) }) },
          ]}
        />
      </div>
      <div className={classes.cols}>
        <div className={classes.stack}>
          <UnitTenancyHistory unit={unit} />
          {unit.notes && (
            <Panel title={m.unit_panel_notes()}>
              <p className={classes.text}>{unit.notes}</p>
            </Panel>
          )}
          <Panel title={m.unit_timeline()}>
            <UnitTimeline id={unit.id} />
          </Panel>
        </div>
        <Aside unit={unit} />
      </div>
    </>
  );
}

function Aside({ unit }: { unit: UnitDetails }) {
  const none = m.unit_none();
  // The public price of a live listing, else the unit's own rent.
  const live = findLiveListing(unit);
  const parts = [
    { label: m.unit_rent(), cents: unit.rent_cents ?? 0 },
    { label: m.unit_service_charge(), cents: unit.service_charge_cents },
  ];
  const lines = live && live.month_cents > 0 ? toCostLineRows(live.monthly, m.unit_rent()) : parts.filter((one, at) => at === 0 || one.cents > 0);
  return (
    <div className={classes.stack}>
      <Panel title={m.unit_panel_money()}>
        <MoneyLines items={lines} total={{ label: m.unit_a_month(), cents: sumCents(lines.map((one) => one.cents)) }} />
        <div className={classes.more}>
          <DefinitionList
            items={[
              { label: m.unit_deposit(), value: unit.deposit_cents === null ? m.unit_not_set() : formatKes(unit.deposit_cents) },
              { label: m.unit_paybill(), value: <b className="num">{unit.paybill_account}</b> },
              { label: m.unit_empty_year(), value: m.unit_days_count({ count: unit.empty_days_year }) },
              { label: m.unit_lost_year(), value: formatKes(unit.lost_cents_year) },
            ]}
          />
        </div>
      </Panel>
      <ImportedOccupant unit={unit} />
      {unit.listings.length > 0 && <ListingShareCard of={{ unit_id: unit.id }} />}
      <Panel title={m.unit_panel_facts()}>
        <DefinitionList
          items={[
            { label: m.unit_type(), value: unit.unit_type.name },
            { label: m.unit_block(), value: unit.block || none },
            { label: m.unit_floor(), value: unit.floor === null ? none : unit.floor === 0 ? m.unit_ground() : unit.floor },
            { label: m.unit_furnishing(), value: unitFurnishingLabels[unit.furnished]() },
            { label: m.unit_available_from(), value: freeText(unit) },
            { label: m.unit_keys(), value: unit.keys_count },
            { label: m.unit_meters(), value: <Meters unit={unit} /> },
            ...(unit.import_code ? [{ label: m.unit_from_file(), value: unit.import_code }] : []),
            {
              label: m.unit_updated(),
              value: unit.updated_by ? m.unit_updated_by({ date: formatDate(unit.updated_at), name: unit.updated_by }) : formatDate(unit.updated_at),
            },
          ]}
        />
      </Panel>
      {unit.amenities.length > 0 && (
        <Panel title={m.unit_amenities()}>
          <ul className={classes.chips}>
            {unit.amenities.map((one) => (
              <li key={one.id}>{one.name}</li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}

const freeText = ({ let_from, available_from }: UnitDetails) => {
  const day = let_from ?? available_from;
  return day ? formatDate(day) : m.unit_none();
};

const Meters = ({ unit }: { unit: UnitDetails }) =>
  unit.meters.length === 0
    ? m.unit_none()
    : unit.meters.map((meter) => (
        <span key={`${meter.kind} ${meter.number}`} className={classes.sub}>
          {unitMeterLabels[meter.kind]()} <span className="num">{meter.number}</span>
        </span>
      ));

function Listings({ unit }: { unit: UnitDetails }) {
  const { link } = useDashboard();
  const listings = useCall(listingCalls.list, { page: 1, page_size: 100, z_filter: { unit_id: unit.id } });
  if (unit.listings.length === 0) return <StateBlock title={m.unit_listings_none()} text={m.unit_listings_none_text()} />;
  if (!listings.data) return <LoadingState answer={listings} />;
  return (
    <Panel pad={false}>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{m.unit_listing()}</th>
              <th scope="col">{m.unit_listing_kind()}</th>
              <th scope="col">{m.unit_status()}</th>
              <th scope="col" data-right>
                {m.unit_listing_price()}
              </th>
              <th scope="col" data-right>
                {m.unit_listing_views()}
              </th>
              <th scope="col" data-right>
                {m.unit_listing_enquiries()}
              </th>
              <th scope="col">{m.unit_listing_since()}</th>
            </tr>
          </thead>
          <tbody>
            {listings.data.results.map((listing) => (
              <tr key={listing.id}>
                <td>
                  <AppLink href={link('listing.detail', { id: listing.id, code: listing.code })}>{listing.title}</AppLink>
                  <br />
                  <span className={classes.quiet}>{listing.code}</span>
                </td>
                <td>{getListingTypeLabel(listing.listing_type)}</td>
                <td>
                  <ListingStatusBadge of={listing} />
                </td>
                <td data-right>{formatKes(listing.price_cents)}</td>
                <td data-right>{formatCount(listing.views)}</td>
                <td data-right>{formatCount(listing.enquiries)}</td>
                <td>{listing.published_at ? formatDate(listing.published_at) : m.unit_none()}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
