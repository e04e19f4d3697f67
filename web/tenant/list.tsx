import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { type TenantSummary, tenantCalls } from '#contract/tenant/calls.ts';
import { tenantStatusNumbers } from '#contract/tenant/status.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { appendCompanyAndCounty, makeCompanyAndCountyFilters, makeCompanyTableColumns } from '#web/lists/holder.tsx';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter } from '#web/lists/shared-filters.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, phone } from '#web/ui/format.ts';
import { IconPlus } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { getStatusLabel, StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { TenantForm } from './form.tsx';
import { TenantTags } from './parts.tsx';

const names = ['q', 'status', 'tag', 'company_id', 'region', 'day_from', 'day_to'] as const;
const newest: ListSort = { by: 'created_at', desc: true };
const homeOf = ({ home }: TenantSummary) => {
  const said = home ? `${home.property}, ${home.name}` : '';
  return home && home.more > 0 ? m.tenant_home_more({ home: said, count: home.more }) : said;
};
const reach = (t: TenantSummary) => (t.phone ? phone(t.phone) : (t.email ?? ''));

const columns = (layout: string): TableColumn<TenantSummary>[] => [
  { key: 'name', header: m.tenant_column_name(), sortable: true, cell: (t) => <TwoLineCell top={t.name} bottom={reach(t)} /> },
  { key: 'home', header: m.tenant_column_home(), wrap: true, cell: homeOf },
  ...makeCompanyTableColumns<TenantSummary>(layout),
  { key: 'status', header: m.tenant_column_status(), cell: (t) => <StatusBadge set="tenant" value={t.status} /> },
  { key: 'tags', header: m.tenant_column_tags(), cell: (t) => <TenantTags of={t.tags} /> },
  {
    key: 'created_at',
    header: m.tenant_column_since(),
    sortable: true,
    cell: (t) => formatDate(t.known_since),
  },
];

/** All tenant records of the company, from the first application to after they left. */
export default function TenantList() {
  const { visitor } = useApp();
  const { layout, link } = useDashboard();
  const navigate = useNavigate();
  const list = useListState(names, newest);
  const [adding, setAdding] = useState(false);
  const { status, ...filters } = list.filters;
  const z_filter = { ...filters, ...(status ? { status: Number(status) } : {}) };
  const answer = useCall(tenantCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'name',
    z_filter: z_filter as Record<string, never>,
  });
  const tags = useCall(tenantCalls.listTags, {}).data?.results ?? [];
  const one = ({ id, code }: { id: number; code: string }) => link('tenant.detail', { id, code });
  const add = isAllowed(['tenants', 'create'], visitor) && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {m.tenant_new()}
    </Button>
  );
  const actions = (
    <>
      {isAllowed(['tenancies', 'create'], visitor) && (
        <Button component={AppLink} href={link('portfolio.bring')} variant="default">
          {m.portfolio_open()}
        </Button>
      )}
      {add}
    </>
  );
  return (
    <>
      <PageHeader title={m.tenant_title()} sub={answer.data ? m.tenant_count({ count: answer.data.count }) : undefined} actions={actions} />
      <ListPage
        caption={m.tenant_title()}
        list={list}
        answer={answer}
        columns={columns(layout)}
        rowHref={one}
        mobile={(t) => (
          <MobileRow
            name={t.name}
            amount={<StatusBadge set="tenant" value={t.status} />}
            meta={homeOf(t)}
            metaEnd={appendCompanyAndCounty(layout, t, reach(t))}
            badge={t.tags.join(', ')}
            when={formatDate(t.known_since)}
          />
        )}
        search={{ value: list.filters.q ?? '', set: (text) => list.setFilter('q', text), label: m.tenant_search(), hint: m.tenant_search_hint() }}
        states={{
          field: 'status',
          label: m.tenant_column_status(),
          options: Object.values(tenantStatusNumbers).map((n) => ({ value: String(n), label: getStatusLabel('tenant', n) })),
        }}
        filters={[
          ...makeCompanyAndCountyFilters(layout, list, answer.data?.results[0]?.company.name),
          makeDateRangeFilter(list, 'day_from', 'day_to', m.tenant_column_since()),
          makeChoiceFilter(
            'tag',
            m.tenant_tag(),
            m.tenant_any_tag(),
            tags.map((tag) => ({ value: tag, label: tag })),
            list.filters.tag,
            (tag) => list.setFilter('tag', tag),
          ),
        ]}
        counted={(count) => m.tenant_count({ count })}
        empty={<StateBlock title={m.tenant_empty_title()} text={m.tenant_empty_text()} action={add || undefined} />}
        filteredText={m.tenant_filtered_text()}
      />
      {adding && <TenantForm close={() => setAdding(false)} done={(t) => navigate(one(t))} />}
    </>
  );
}
