import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { type TenancySummary, tenancyCalls } from '#contract/tenancy/calls.ts';
import { endingWithinDays, type TenancyStatus, tenancyStatuses } from '#contract/tenancy/kinds.ts';
import { endingWithinLabels } from '#contract/tenancy/labels.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { DownloadCsvButton } from '#web/forms/download-buttons.tsx';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { appendCompanyAndCounty, makeCompanyAndCountyFilters, makeCompanyTableColumns } from '#web/lists/holder.tsx';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter, makeLinkedFilter } from '#web/lists/shared-filters.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatKes, formatKesShort } from '#web/ui/format.ts';
import { IconPlus } from '#web/ui/icons.ts';
import { getStatusLabel, StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { formatNextTenancyDate, formatTenancyHome, formatTenancyPeople } from './labels.ts';

const names = [
  'q',
  'status',
  'starting',
  'objected',
  'ending',
  'lived_in',
  'property_id',
  'unit_id',
  'tenant_id',
  'company_id',
  'region',
  'day_from',
  'day_to',
] as const;
const soonest: ListSort = { by: 'next_on', desc: false };
const statuses = (Object.keys(tenancyStatuses) as TenancyStatus[]).map((word) => tenancyStatuses[word]);

const columns = (layout: string): readonly TableColumn<TenancySummary>[] => [
  { key: 'who', header: m.tenancy_column_who(), cell: (t) => <TwoLineCell top={formatTenancyPeople(t)} bottom={t.code} /> },
  { key: 'home', header: m.tenancy_column_home(), wrap: true, cell: formatTenancyHome },
  ...makeCompanyTableColumns<TenancySummary>(layout),
  { key: 'status', header: m.tenancy_column_status(), cell: (t) => <StatusBadge set="tenancy" value={t.status} /> },
  { key: 'next_on', header: m.tenancy_column_next(), sortable: true, cell: formatNextTenancyDate },
  { key: 'starts_on', header: m.tenancy_column_since(), sortable: true, cell: (t) => formatDate(t.starts_on) },
  { key: 'rent', header: m.tenancy_column_rent(), align: 'right', cell: (t) => <span className="num">{formatKes(t.rent_cents)}</span> },
];

const endings = () => [
  { value: 'true', label: m.tenancy_ending_soon() },
  ...endingWithinDays.map((value) => ({ value, label: endingWithinLabels[value]() })),
];

/** Tenancies of the reader's managed homes, those that start or end first. */
export default function TenancyList() {
  const { visitor } = useApp();
  const { layout, link } = useDashboard();
  const list = useListState(names, soonest);
  const z_filter = list.filters as Record<(typeof names)[number], never>;
  const asked = { sort: list.wireSort as 'next_on', z_filter };
  const rows = useCall(tenancyCalls.list, { page: list.page, page_size: list.pageSize, tabs: 'true', ...asked });
  const counts = useCall(tenancyCalls.countByStatus, { z_filter });
  const mayCreate = isAllowed(['tenancies', 'create'], visitor) && (companyRoles as readonly string[]).includes(layout);
  const add = mayCreate && (
    <Button component={Link} to={link('tenancy.create')} leftSection={<IconPlus size={16} aria-hidden />}>
      {m.tenancy_new()}
    </Button>
  );
  const sub =
    counts.data && m.tenancy_sub({ starting: counts.data.starting, ending: counts.data.ending, rent: formatKesShort(counts.data.month_cents) });
  return (
    <>
      <PageHeader
        title={m.tenancy_title()}
        sub={sub}
        actions={
          <>
            {(rows.data?.count ?? 0) > 0 && (
              <DownloadCsvButton label={m.tenancy_export()} fetch={(part) => send(tenancyCalls.exportCsv, { ...asked, part })} />
            )}
            {mayCreate && (
              <Button component={Link} to={link('portfolio.bring')} variant="default">
                {m.portfolio_open()}
              </Button>
            )}
            {add}
          </>
        }
      />
      <ListPage
        caption={m.tenancy_title()}
        list={list}
        answer={rows}
        columns={columns(layout)}
        rowHref={(t) => link('tenancy.detail', { id: t.id, code: t.code })}
        mobile={(t) => (
          <MobileRow
            name={formatTenancyPeople(t)}
            amount={formatKes(t.rent_cents)}
            meta={formatTenancyHome(t)}
            metaEnd={appendCompanyAndCounty(layout, t, '')}
            badge={<StatusBadge set="tenancy" value={t.status} />}
            when={formatNextTenancyDate(t)}
          />
        )}
        states={{
          field: 'status',
          label: m.tenancy_column_status(),
          options: statuses.map((s) => ({ value: String(s), label: getStatusLabel('tenancy', s) })),
        }}
        search={{ value: list.filters.q ?? '', set: (text) => list.setFilter('q', text), label: m.tenancy_search(), hint: m.tenancy_search_hint() }}
        filters={[
          ...makeLinkedFilter(list, 'starting', m.tenancy_starting()),
          ...makeLinkedFilter(list, 'objected', m.tenancy_objected()),
          makeChoiceFilter('ending', m.tenancy_ending(), m.tenancy_ending_any(), endings(), list.filters.ending, (v) => list.setFilter('ending', v)),
          ...makeLinkedFilter(list, 'lived_in', m.tenancy_lived_in()),
          ...makeLinkedFilter(list, 'property_id', m.tenancy_of_property()),
          ...makeLinkedFilter(list, 'unit_id', m.tenancy_of_unit()),
          ...makeLinkedFilter(list, 'tenant_id', m.tenancy_of_tenant()),
          makeDateRangeFilter(list, 'day_from', 'day_to', m.tenancy_days_filter()),
          ...makeCompanyAndCountyFilters(layout, list, rows.data?.results[0]?.company.name),
        ]}
        counted={(count) => m.tenancy_count({ count })}
        empty={<StateBlock title={m.tenancy_empty_title()} text={m.tenancy_empty_text()} action={add || undefined} />}
        filteredText={m.tenancy_filtered_text()}
      />
    </>
  );
}
