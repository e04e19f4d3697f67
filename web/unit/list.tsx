import { Button, SegmentedControl, Switch } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { type UnitListItem, type UnitSummary, unitCalls } from '#contract/unit/calls.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { DownloadCsvButton } from '#web/forms/download-buttons.tsx';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { appendCompanyAndCounty, makeCompanyTableColumns } from '#web/lists/holder.tsx';
import { ListPage } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { StateTabs } from '#web/lists/state-tabs.tsx';
import { useIsDealerWithoutCounty } from '#web/property/dealer-without-county.ts';
import { PropertyFrame } from '#web/property/property-layout.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDateTime, formatKes, formatKesShort } from '#web/ui/format.ts';
import { IconPlus, IconUpload } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { UnitBuildingView } from './block-view.tsx';
import { UnitBulkBar } from './bulk.tsx';
import { buildUnitFilterChips, type UnitFilterName, unitFilterNames } from './filters.tsx';
import { LatestUnitImport } from './import-history.tsx';
import { UnitMismatches } from './mismatches.tsx';
import { NewUnitDrawer } from './new-unit.tsx';
import { useShowOccupants } from './tenants-shown.ts';
import classes from './unit.module.css';
import { formatRentBalance, getUnitStatusName, unitStatusList } from './words.ts';

const newest: ListSort = { by: 'created_at', desc: true };
const byName: ListSort = { by: 'name', desc: false };

const columns = (ofProperty: boolean, layout: string, lives: ((unit: UnitListItem) => ReactNode) | null): readonly TableColumn<UnitListItem>[] => [
  { key: 'name', header: m.unit_one(), sortable: true, cell: (u) => <TwoLineCell top={u.name} bottom={placeOf(u, ofProperty)} /> },
  ...(ofProperty ? [] : makeCompanyTableColumns<UnitListItem>(layout)),
  { key: 'unit_type', header: m.unit_type(), cell: (u) => u.unit_type.name },
  { key: 'bedrooms', header: m.unit_bedrooms(), sortable: true, align: 'right', cell: (u) => u.bedrooms ?? '–' },
  ...(lives ? [{ key: 'lives', header: m.unit_lives(), cell: lives } satisfies TableColumn<UnitListItem>] : []),
  { key: 'status', header: m.unit_status(), cell: (u) => <StatusBadge set="unit" value={u.status} /> },
  {
    key: 'status_since',
    header: m.unit_days(),
    sortable: true,
    cell: (u) => <span title={formatDateTime(u.status_since)}>{m.unit_days_count({ count: u.days_in_status })}</span>,
  },
  { key: 'rent_cents', header: m.unit_rent(), sortable: true, align: 'right', cell: (u) => <span className="num">{rentOf(u)}</span> },
];

/** The occupant with the tenancy, or the arrears at import. */
const livesOf =
  (link: ReturnType<typeof useDashboard>['link']) =>
  ({ lives }: UnitListItem) => {
    if (!lives) return m.unit_none();
    const { name, tenancy, balance_cents: owed } = lives;
    const who = tenancy ? <AppLink href={link('tenancy.detail', tenancy)}>{name}</AppLink> : name;
    return <TwoLineCell top={who} bottom={tenancy?.code ?? (owed === null ? '' : formatRentBalance(owed))} />;
  };

/** The property where the list has several, and the block. */
const placeOf = (unit: UnitSummary, ofProperty: boolean) =>
  [ofProperty ? unit.code : unit.property.name, unit.block && m.unit_block_named({ block: unit.block })].filter(Boolean).join(' · ');
const rentOf = (unit: UnitSummary) => (unit.rent_cents === null ? m.unit_not_set() : formatKes(unit.rent_cents));

/** All units the user can see, or those of one property, by address. */
export default function UnitList() {
  const { id, code } = useParams();
  if (id === undefined) return <Units property={null} />;
  const property = { id: parseAddressId(id), code: code ?? '' };
  return (
    <PropertyFrame id={property.id}>
      <Units key={property.id} property={property} />
    </PropertyFrame>
  );
}

type Shown = { readonly id: number; readonly code: string } | null;
/** The units of a property or all units, the selection, and the user's permissions. */
function useUnits(property: Shown) {
  const { visitor } = useApp();
  const { layout, link } = useDashboard();
  const list = useListState(unitFilterNames, property ? byName : newest);
  const choices = useCall(unitCalls.choices, {});
  const z_filter = { ...list.filters, ...(property ? { property: property.id } : {}) } as Record<UnitFilterName, never>;
  const asked = { sort: list.wireSort as 'name', z_filter };
  const units = useCall(unitCalls.list, { page: list.page, page_size: list.pageSize, ...asked });
  const counts = useCall(unitCalls.statusCounts, { z_filter });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // The selection covers what was visible: another filter clears it, another page of the same list does not.
  const seen = JSON.stringify(z_filter);
  const [pickedIn, setPickedIn] = useState(seen);
  if (pickedIn !== seen) {
    setPickedIn(seen);
    setSelected(new Set());
  }
  const mayEdit = isAllowed(unitCalls.bulk.needs, visitor);
  const { code } = useParams();
  const held = useCall(propertyCalls.details, property && { id: property.id, code });
  const mayCreate =
    isAllowed(unitCalls.create.needs, visitor) &&
    (companyRoles as readonly string[]).includes(layout) &&
    (property === null || held.data?.may.units === true);
  const mayKnow = isAllowed(['tenants', 'read'], visitor);
  const [tenants, setTenants] = useShowOccupants(mayKnow);
  const shown = useMemo(() => columns(property !== null, layout, tenants ? livesOf(link) : null), [property, layout, tenants, link]);
  return { list, choices, asked, units, counts, selected, setSelected, mayEdit, mayCreate, mayKnow, tenants, setTenants, shown };
}

function Units({ property }: { property: Shown }) {
  const { link } = useDashboard();
  const [params, setParams] = useSearchParams();
  const imported = Number((useLocation().state as { imported?: number } | null)?.imported) || 0;
  const asBlock = params.get('view') === 'block';
  const of = useUnits(property);
  const { list, asked, units, counts, mayCreate, mayKnow, tenants, setTenants } = of;
  const count = units.data?.count ?? 0;
  const actions = (
    <>
      {count > 0 && <DownloadCsvButton label={m.unit_export()} fetch={(part) => send(unitCalls.exportCsv, { ...asked, part })} />}
      {mayCreate && property && (
        <Button variant="default" component={Link} to={link('unit.import', property)} leftSection={<IconUpload size={16} aria-hidden />}>
          {m.unit_import()}
        </Button>
      )}
      {mayCreate && property && (
        <Button component={Link} to={link('unit.create', property)} leftSection={<IconPlus size={16} aria-hidden />}>
          {m.unit_new()}
        </Button>
      )}
      {mayCreate && !property && <NewUnitDrawer />}
    </>
  );
  // With a status filter only the count is shown: lost rent covers all empty units.
  const { status } = list.filters;
  const sub =
    counts.data &&
    (status
      ? m.unit_count({ count: counts.data.by_status[status] ?? 0 })
      : m.unit_count_empty({ count: counts.data.all, rent: formatKesShort(counts.data.empty_rent_cents) }));
  return (
    <>
      {property ? (
        <div className={classes.bar}>
          <p className={classes.quiet}>{sub}</p>
          <div className={classes.actions}>{actions}</div>
        </div>
      ) : (
        <PageHeader title={m.unit_title()} sub={sub} actions={actions} />
      )}
      {property && imported > 0 && <LatestUnitImport propertyId={property.id} id={imported} />}
      {property && (
        <SegmentedControl
          className={classes.views ?? ''}
          aria-label={m.unit_view()}
          value={asBlock ? 'block' : 'table'}
          onChange={(next) => setParams(next === 'block' ? { view: 'block' } : {}, { replace: true })}
          data={[
            { value: 'table', label: m.unit_view_table() },
            { value: 'block', label: m.unit_view_block() },
          ]}
        />
      )}
      {property && asBlock ? (
        <UnitBuildingView propertyId={property.id} />
      ) : (
        <>
          <UnitMismatches list={list} property={property?.id ?? null} />
          {mayKnow && <Switch className={classes.views ?? ''} label={m.unit_lives_show()} checked={tenants} onChange={() => setTenants(!tenants)} />}
          <StateTabs
            list={list}
            states={{
              field: 'status',
              label: m.unit_status(),
              options: unitStatusList.map((s) => ({ value: String(s), label: getUnitStatusName(s) })),
            }}
            counts={counts.data && { ...counts.data.by_status, all: counts.data.all }}
          />
          <UnitTable of={of} property={property} actions={actions} />
        </>
      )}
    </>
  );
}

type TableProps = { of: ReturnType<typeof useUnits>; property: Shown; actions: ReactNode };
function UnitTable({ of, property, actions }: TableProps) {
  const { layout, link } = useDashboard();
  const { list, choices, units, selected, setSelected, mayEdit, mayCreate, tenants, shown } = of;
  const noCounty = useIsDealerWithoutCounty(property === null && units.data?.count === 0);
  return (
    <ListPage
      caption={m.unit_title()}
      list={list}
      answer={units}
      columns={shown}
      rowHref={(u) => link('unit.detail', { id: u.id, code: u.code })}
      mobile={(u) => (
        <MobileRow
          name={u.name}
          amount={rentOf(u)}
          meta={[placeOf(u, property !== null), tenants && u.lives?.name].filter(Boolean).join(' · ')}
          metaEnd={property ? u.unit_type.name : appendCompanyAndCounty(layout, u, u.unit_type.name)}
          badge={<StatusBadge set="unit" value={u.status} />}
          when={m.unit_days_count({ count: u.days_in_status })}
        />
      )}
      search={{
        value: list.filters.name ?? '',
        set: (text) => list.setFilter('name', text),
        label: m.unit_search(),
        hint: m.unit_search_hint(),
      }}
      filters={buildUnitFilterChips(list, choices.data, property !== null, layout, units.data?.results[0]?.company.name)}
      counted={(n) => m.unit_count({ count: n })}
      empty={
        <StateBlock
          title={m.unit_empty_title()}
          text={noCounty ? m.property_empty_no_county() : property ? m.unit_empty_text() : m.unit_empty_all()}
          action={mayCreate ? actions : undefined}
        />
      }
      filteredText={m.unit_filtered_text()}
      {...(mayEdit
        ? {
            selection: {
              selected,
              onChange: setSelected,
              allLabel: m.unit_pick_all(),
              rowLabel: (u: UnitSummary) => m.unit_pick({ name: `${u.name}, ${u.property.name}` }),
              countLabel: (n: number) => m.unit_picked({ count: n }),
              clearLabel: m.unit_pick_none(),
              actions: (ids: ReadonlySet<string>) => (
                <UnitBulkBar ids={[...ids].map(Number)} choices={choices.data} done={() => setSelected(new Set())} />
              ),
            },
          }
        : {})}
    />
  );
}
