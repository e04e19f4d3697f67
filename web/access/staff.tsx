import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { type StaffSummary, staffCalls } from '#contract/access/people-calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { makeBulkAction, useBulkActions } from '#web/lists/bulk-actions.tsx';
import { ListPage } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter } from '#web/lists/shared-filters.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, phone } from '#web/ui/format.ts';
import { IconUserPlus } from '#web/ui/icons.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

const names = ['name', 'is_active', 'day_from', 'day_to'] as const;
const byName: ListSort = { by: 'name', desc: false };

export const StaffActiveBadge = ({ is }: { is: boolean }) => (
  <ToneBadge tone={is ? 'good' : 'done'}>{is ? m.access_staff_active() : m.access_staff_inactive()}</ToneBadge>
);
const teamsOf = (s: StaffSummary) => s.teams.map((team) => team.name).join(', ');

const acts = () => [
  makeBulkAction<StaffSummary, typeof staffCalls.staffActive>(staffCalls.staffActive, {
    label: m.access_staff_activate(),
    given: ({ id }) => ({ id, is_active: true }),
  }),
  makeBulkAction<StaffSummary, typeof staffCalls.staffActive>(staffCalls.staffActive, {
    label: m.access_staff_deactivate(),
    given: ({ id }, { reason }) => ({ id, is_active: false, reason }),
    reason: { label: m.people_reason(), min: 3 },
  }),
];

export default function StaffList() {
  const { visitor } = useApp();
  const { link, layout } = useDashboard();
  const list = useListState(names, byName);
  const { filters } = list;
  const staff = useCall(staffCalls.listStaff, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'name',
    z_filter: filters,
  });
  const onPlatform = layout === 'superadmin' || layout === 'admin' || layout === 'subadmin';
  const columns: readonly TableColumn<StaffSummary>[] = [
    {
      key: 'name',
      header: m.access_staff_name(),
      sortable: true,
      cell: (s) => <TwoLineCell top={s.name} bottom={s.email ?? (s.phone && phone(s.phone))} />,
    },
    ...(onPlatform ? [{ key: 'company', header: m.access_staff_company(), cell: (s: StaffSummary) => s.company }] : []),
    { key: 'role', header: m.access_column_role(), cell: (s) => <TwoLineCell top={s.role?.name ?? m.access_staff_no_role()} bottom={s.job_title} /> },
    { key: 'teams', header: m.access_staff_teams(), cell: teamsOf },
    { key: 'status', header: m.access_staff_status(), cell: (s) => <StaffActiveBadge is={s.is_active} /> },
    {
      key: 'last_sign_in_at',
      header: m.access_staff_seen(),
      sortable: true,
      cell: (s) => (s.last_sign_in ? formatDate(s.last_sign_in) : m.access_staff_never()),
    },
  ];
  const many = useBulkActions({ seen: filters, rows: staff.data?.results, nameOf: (s) => s.name, acts: acts() });
  const invite = !onPlatform && isAllowed(['invites', 'create'], visitor) && isAllowed(['staff', 'create'], visitor) && (
    <Button component={Link} to={`${link('invitation.list')}?new=staff`} leftSection={<IconUserPlus size={16} aria-hidden />}>
      {m.access_staff_invite()}
    </Button>
  );
  // An empty list has its own button, and a view has only one filled button.
  const none = staff.data?.count === 0 && !list.filtered;
  return (
    <>
      <PageHeader
        title={m.access_staff()}
        sub={staff.data ? m.access_staff_count({ count: staff.data.count }) : undefined}
        actions={none ? undefined : invite || undefined}
      />
      <ListPage
        caption={m.access_staff()}
        list={list}
        answer={staff}
        columns={columns}
        rowHref={(s) => link('access.staffOne', { id: s.id, code: s.code })}
        mobile={(s) => (
          <MobileRow
            name={s.name}
            amount={s.role?.name}
            meta={onPlatform ? s.company : s.job_title || s.email}
            metaEnd={teamsOf(s)}
            badge={<StaffActiveBadge is={s.is_active} />}
            when={s.last_sign_in ? formatDate(s.last_sign_in) : m.access_staff_never()}
          />
        )}
        search={{
          value: filters.name ?? '',
          set: (text) => list.setFilter('name', text),
          label: m.access_staff_search(),
          hint: m.access_staff_search_hint(),
        }}
        states={{
          field: 'is_active',
          label: m.access_staff_status(),
          options: [
            { value: 'true', label: m.access_staff_active() },
            { value: 'false', label: m.access_staff_inactive() },
          ],
        }}
        filters={[makeDateRangeFilter(list, 'day_from', 'day_to', m.people_filter_created())]}
        counted={(count) => m.access_staff_count({ count })}
        empty={
          <StateBlock
            title={m.access_staff_empty()}
            text={onPlatform ? m.access_staff_empty_platform() : m.access_staff_empty_text()}
            action={invite || undefined}
          />
        }
        filteredText={m.access_filtered_text()}
        {...many}
      />
    </>
  );
}
