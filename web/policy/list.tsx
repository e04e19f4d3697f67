import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { type PolicySummary, policyCalls } from '#contract/policy/calls.ts';
import { type PolicyKind, policyKinds, policyUserTypes } from '#contract/policy/kinds.ts';
import { policyKindLabels } from '#contract/policy/labels.ts';
import { policyMachine } from '#contract/policy/machine.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { getRoleName } from '#web/layout/role-names.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter } from '#web/lists/shared-filters.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import type { ActiveFilter } from '#web/ui/dash/table/filter-bar.tsx';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { formatDate, formatDateTime } from '#web/ui/format.ts';
import { IconPlus } from '#web/ui/icons.ts';
import { RoleBadge, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { ConsentList } from './consents.tsx';
import classes from './policy.module.css';
import { policyStatusNames } from './words.ts';

const names = ['title', 'user_type', 'status', 'kind', 'day_from', 'day_to'] as const;
const newest: ListSort = { by: 'updated_at', desc: true };
type Status = PolicySummary['status'];

const columns = (): readonly TableColumn<PolicySummary>[] => [
  { key: 'title', header: m.policy_column_title(), sortable: true, cell: (p) => <TwoLineCell top={p.title} bottom={p.title_sw} /> },
  { key: 'user_type', header: m.policy_column_for(), sortable: true, cell: (p) => <RoleBadge role={p.user_type} /> },
  { key: 'kind', header: m.policy_column_kind(), cell: (p) => policyKindLabels[p.kind]() },
  { key: 'status', header: m.policy_column_status(), cell: (p) => <PolicyStatusBadge status={p.status} /> },
  { key: 'version', header: m.policy_column_version(), align: 'right', cell: (p) => p.version },
  { key: 'effective_from', header: m.policy_field_effective_from(), sortable: true, cell: (p) => formatDate(p.effective_from) },
  {
    key: 'updated_at',
    header: m.policy_column_updated(),
    sortable: true,
    cell: (p) => <span title={formatDateTime(p.updated_at)}>{formatDate(p.updated_at)}</span>,
  },
];

export const PolicyStatusBadge = ({ status }: { status: Status }) => (
  <ToneBadge tone={policyStatusNames[status].tone}>{policyStatusNames[status].label()}</ToneBadge>
);

/** The policies, and for their managers the consents. */
export default function PolicyList() {
  const { visitor } = useApp();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const mayKeep = isAllowed(policyCalls.listConsents.needs, visitor);
  const consents = mayKeep && params.get('tab') === 'consents';
  const views = mayKeep && (
    <div className={classes.views}>
      <ViewTabs
        label={m.policy_views()}
        items={[
          { label: m.policy_tab_all(), href: pathname, current: !consents },
          { label: m.policy_tab_consents(), href: `${pathname}?tab=consents`, current: consents },
        ]}
      />
    </div>
  );
  return consents ? <ConsentList views={views} /> : <Policies views={views} />;
}

function Policies({ views }: { views: ReactNode }) {
  const { visitor, product } = useApp();
  const { link } = useDashboard();
  const list = useListState(names, newest);
  const { filters } = list;
  const policies = useCall(policyCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'title',
    z_filter: { ...filters, status: filters.status as Status | undefined, kind: filters.kind as PolicyKind | undefined },
  });
  const create = isAllowed(['policies', 'create'], visitor) && (
    <Button component={Link} to={link('policy.detail', { id: 'new', slug: 'draft' })} leftSection={<IconPlus size={16} aria-hidden />}>
      {m.policy_new()}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={m.policy_title()}
        sub={policies.data ? m.policy_count({ count: policies.data.count }) : undefined}
        actions={create || undefined}
      />
      {views}
      <ListPage
        caption={m.policy_title()}
        list={list}
        answer={policies}
        columns={columns()}
        rowHref={(p) => link('policy.detail', { id: p.id, slug: p.slug })}
        mobile={(p) => (
          <MobileRow
            name={p.title}
            amount={<RoleBadge role={p.user_type} />}
            meta={policyKindLabels[p.kind]()}
            metaEnd={m.policy_version({ version: p.version })}
            badge={<PolicyStatusBadge status={p.status} />}
            when={formatDate(p.updated_at)}
          />
        )}
        search={{ value: filters.title ?? '', set: (text) => list.setFilter('title', text), label: m.policy_search(), hint: m.policy_search_hint() }}
        states={{
          field: 'status',
          label: m.policy_column_status(),
          options: (Object.keys(policyMachine.states) as Status[]).map((s) => ({ value: s, label: policyStatusNames[s].label() })),
        }}
        filters={chips(list)}
        counted={(count) => m.policy_count({ count })}
        empty={<StateBlock title={m.policy_empty_title()} text={m.policy_empty_text({ product })} action={create || undefined} />}
        filteredText={m.policy_filtered_text()}
      />
    </>
  );
}

function chips(list: ReturnType<typeof useListState<(typeof names)[number]>>): ActiveFilter[] {
  const { filters, setFilter } = list;
  const whom = policyUserTypes.map((n) => ({ value: String(n), label: getRoleName(n) }));
  const kinds = policyKinds.map((k) => ({ value: k, label: policyKindLabels[k]() }));
  return [
    makeChoiceFilter('user_type', m.policy_column_for(), m.policy_filter_any_for(), whom, filters.user_type, (v) => setFilter('user_type', v)),
    makeDateRangeFilter(list, 'day_from', 'day_to', m.policy_column_updated()),
    makeChoiceFilter('kind', m.policy_column_kind(), m.policy_filter_any_kind(), kinds, filters.kind, (v) => setFilter('kind', v)),
  ];
}
