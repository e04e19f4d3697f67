import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { type InspectionSummary, inspectionCalls } from '#contract/inspection/calls.ts';
import { inspectionKinds, inspectionStatuses } from '#contract/inspection/kinds.ts';
import { inspectionKindLabels } from '#contract/inspection/labels.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { appendCompanyAndCounty, makeCompanyAndCountyFilters, makeCompanyTableColumns } from '#web/lists/holder.tsx';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter, makeLinkedFilter } from '#web/lists/shared-filters.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { IconPlus } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { getStatusLabel } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { InspectionStatusBadge } from './inspection-status-badge.tsx';
import { formatInspectionPlace } from './inspection-text.ts';
import { PlanInspectionForm, PlanVerificationForm } from './plan.tsx';
import { UnsentSteps } from './unsent-steps.tsx';

const names = ['q', 'status', 'kind', 'mine', 'todo', 'property_id', 'unit_id', 'tenancy_id', 'company_id', 'region', 'day_from', 'day_to'] as const;
const next: ListSort = { by: 'scheduled_at', desc: false };

const columns = (layout: string): TableColumn<InspectionSummary>[] => [
  {
    key: 'place',
    header: m.inspection_column_place(),
    wrap: true,
    cell: (one) => <TwoLineCell top={formatInspectionPlace(one)} bottom={one.code} />,
  },
  { key: 'kind', header: m.inspection_column_kind(), cell: (one) => inspectionKindLabels[one.kind]() },
  ...makeCompanyTableColumns<InspectionSummary>(layout),
  { key: 'status', header: m.inspection_column_status(), cell: (one) => <InspectionStatusBadge one={one} /> },
  { key: 'inspector', header: m.inspection_inspector(), cell: (one) => one.inspector?.name ?? m.inspection_nobody() },
  { key: 'scheduled_at', header: m.inspection_column_when(), sortable: true, cell: (one) => formatDateTime(one.scheduled_at) },
];

const filtersOf = (list: ReturnType<typeof useListState<(typeof names)[number]>>, layout: string, company: string | undefined) => [
  ...makeLinkedFilter(list, 'todo', m.inspection_todo()),
  ...makeLinkedFilter(list, 'property_id', m.inspection_of_property()),
  ...makeLinkedFilter(list, 'unit_id', m.inspection_of_unit()),
  ...makeLinkedFilter(list, 'tenancy_id', m.inspection_of_tenancy()),
  ...makeCompanyAndCountyFilters(layout, list, company),
  makeDateRangeFilter(list, 'day_from', 'day_to', m.inspection_column_when()),
  makeChoiceFilter(
    'kind',
    m.inspection_column_kind(),
    m.inspection_any_kind(),
    inspectionKinds.map((kind) => ({ value: kind, label: inspectionKindLabels[kind]() })),
    list.filters.kind,
    (kind) => list.setFilter('kind', kind),
  ),
  makeChoiceFilter(
    'mine',
    m.inspection_inspector(),
    m.inspection_anybody(),
    [{ value: 'true', label: m.inspection_mine() }],
    list.filters.mine,
    (mine) => list.setFilter('mine', mine),
  ),
];

/** Planned and completed inspections with their answers; the next one first. */
export default function InspectionList() {
  const { visitor } = useApp();
  const { layout, link } = useDashboard();
  const navigate = useNavigate();
  const list = useListState(names, next);
  const [planning, plan] = useState<'home' | 'verification' | null>(null);
  const answer = useCall(inspectionCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'scheduled_at',
    z_filter: list.filters as Record<string, never>,
  });
  const one = ({ id, code }: { id: number; code: string }) => link('inspection.detail', { inspection_id: id, code });
  const plus = <IconPlus size={16} aria-hidden />;
  const verifies = isAllowed(inspectionCalls.createVerification.needs, visitor);
  const manages = isAllowed(inspectionCalls.create.needs, visitor);
  const add = (
    <>
      {manages && (
        <Button leftSection={plus} variant={verifies ? 'default' : 'filled'} onClick={() => plan('home')}>
          {m.inspection_plan()}
        </Button>
      )}
      {verifies && (
        <Button leftSection={plus} onClick={() => plan('verification')}>
          {m.inspection_plan_verification()}
        </Button>
      )}
    </>
  );
  const forms = (companyRoles as readonly string[]).includes(layout) && (
    <Button component={AppLink} href={link('inspection.forms')} variant="default">
      {m.inspection_forms()}
    </Button>
  );
  const done = (made: { id: number; code: string }) => void navigate(one(made));
  return (
    <>
      <PageHeader
        title={m.inspection_title()}
        sub={answer.data ? m.inspection_count({ count: answer.data.count }) : undefined}
        actions={
          <>
            {forms}
            {add}
          </>
        }
      />
      <UnsentSteps />
      <ListPage
        caption={m.inspection_title()}
        list={list}
        answer={answer}
        columns={columns(layout)}
        rowHref={one}
        mobile={(row) => (
          <MobileRow
            name={formatInspectionPlace(row)}
            amount={<InspectionStatusBadge one={row} />}
            // Long names wrap on the left; on the right they would leave no space for the place.
            meta={appendCompanyAndCounty(layout, row, [inspectionKindLabels[row.kind](), row.inspector?.name].filter(Boolean).join(' · '))}
            badge={row.code}
            when={formatDateTime(row.scheduled_at)}
          />
        )}
        search={{
          value: list.filters.q ?? '',
          set: (text) => list.setFilter('q', text),
          label: m.inspection_search(),
          hint: m.inspection_search_hint(),
        }}
        states={{
          field: 'status',
          label: m.inspection_column_status(),
          options: inspectionStatuses.map((state) => ({ value: state, label: getStatusLabel('inspection', state) })),
        }}
        filters={filtersOf(list, layout, answer.data?.results[0]?.company.name)}
        counted={(count) => m.inspection_count({ count })}
        empty={<StateBlock title={m.inspection_empty_title()} text={m.inspection_empty_text()} action={manages || verifies ? add : undefined} />}
        filteredText={m.inspection_filtered()}
      />
      {planning === 'home' && <PlanInspectionForm close={() => plan(null)} done={done} />}
      {planning === 'verification' && <PlanVerificationForm close={() => plan(null)} done={done} />}
    </>
  );
}
