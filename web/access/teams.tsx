import { Button } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { type TeamSummary, teamCalls } from '#contract/access/people-calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListPage } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate } from '#web/ui/format.ts';
import { IconPlus } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import { TeamForm } from './team-form.tsx';
import { formatWorkScope } from './words.ts';

const names = ['name'] as const;
const byName: ListSort = { by: 'name', desc: false };

export default function TeamList() {
  const { visitor } = useApp();
  const { link, layout } = useDashboard();
  const [making, setMaking] = useState(false);
  const list = useListState(names, byName);
  const teams = useCall(teamCalls.listTeams, { page: list.page, page_size: list.pageSize, sort: list.wireSort as 'name', z_filter: list.filters });
  const onPlatform = layout === 'superadmin' || layout === 'admin' || layout === 'subadmin';
  const columns: readonly TableColumn<TeamSummary>[] = [
    { key: 'name', header: m.access_team_name(), sortable: true, cell: (t) => <TwoLineCell top={t.name} bottom={t.code} /> },
    ...(onPlatform ? [{ key: 'company', header: m.access_staff_company(), cell: (t: TeamSummary) => t.company }] : []),
    { key: 'lead', header: m.access_team_lead(), cell: (t) => t.lead?.name ?? m.access_team_no_lead() },
    { key: 'members', header: m.access_team_members(), align: 'right', cell: (t) => t.members },
    { key: 'properties', header: m.access_team_works_on(), cell: (t) => formatWorkScope(t.limited, t.properties) },
    { key: 'updated_at', header: m.access_column_changed(), sortable: true, cell: (t) => formatDate(t.updated_at) },
  ];
  const create = !onPlatform && isAllowed(['teams', 'create'], visitor) && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
      {m.access_team_new()}
    </Button>
  );
  // An empty list has its own button, and a view has only one filled button.
  const none = teams.data?.count === 0 && !list.filtered;
  return (
    <>
      <PageHeader
        title={m.access_teams()}
        sub={teams.data ? m.access_teams_count({ count: teams.data.count }) : undefined}
        actions={none ? undefined : create || undefined}
      />
      <ListPage
        caption={m.access_teams()}
        list={list}
        answer={teams}
        columns={columns}
        rowHref={(t) => link('access.team', { id: t.id, code: t.code })}
        mobile={(t) => (
          <MobileRow
            name={t.name}
            amount={m.access_members_count({ count: t.members })}
            meta={onPlatform ? t.company : (t.lead?.name ?? m.access_team_no_lead())}
            metaEnd={formatWorkScope(t.limited, t.properties)}
          />
        )}
        search={{
          value: list.filters.name ?? '',
          set: (text) => list.setFilter('name', text),
          label: m.access_teams_search(),
          hint: m.access_teams_search_hint(),
        }}
        counted={(count) => m.access_teams_count({ count })}
        empty={
          <StateBlock
            title={m.access_teams_empty()}
            text={onPlatform ? m.access_teams_empty_platform() : m.access_teams_empty_text()}
            action={create || undefined}
          />
        }
        filteredText={m.access_filtered_text()}
      />
      {making && <TeamForm team={null} close={() => setMaking(false)} />}
    </>
  );
}
