import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { canInvite } from '#contract/invitation/kinds.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { type FamilyReadCalls, familyCalls, type PersonSummary } from '#contract/people/calls.ts';
import { platformApprovedPersonKinds } from '#contract/people/kinds.ts';
import { peopleListTitles } from '#contract/people/labels.ts';
import { getListForScreen, type ListedKind, listScreens } from '#contract/people/screens.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { DownloadCsvButton } from '#web/forms/download-buttons.tsx';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard, useScreenAddress } from '#web/layout/screen.ts';
import { useBulkActions } from '#web/lists/bulk-actions.tsx';
import { ListPage } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatDateTime, phone } from '#web/ui/format.ts';
import { IconUserPlus } from '#web/ui/icons.ts';
import { RoleBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { AccountActiveBadge, ApprovalBadge, PersonPortrait, requiresAccountApproval } from './badges.tsx';
import { getPeopleBulkHint, makePeopleBulkActions } from './bulk-actions.ts';
import { buildPeopleFilterChips, getAccountStateOptions, type PeopleFilterName, peopleFilterNames } from './filters.tsx';
import classes from './people.module.css';

const newest: ListSort = { by: 'created_at', desc: true };
const withApproval: readonly string[] = platformApprovedPersonKinds;
const withCompany: readonly ListedKind[] = ['user', 'dealer', 'owner', 'agent'];

const columnsOf = (kind: ListedKind): TableColumn<PersonSummary>[] => [
  {
    key: 'name',
    header: m.people_column_name(),
    sortable: true,
    cell: (p) => (
      <span className={classes.who}>
        <PersonPortrait person={p} />
        <TwoLineCell top={p.name} bottom={p.email ?? (p.phone && phone(p.phone))} />
      </span>
    ),
  },
  ...(kind === 'user'
    ? [{ key: 'user_type', header: m.people_column_type(), sortable: true, cell: (p: PersonSummary) => <RoleBadge role={p.user_type} /> }]
    : []),
  ...(withCompany.includes(kind) ? [{ key: 'company', header: m.people_column_company(), cell: (p: PersonSummary) => p.company ?? '' }] : []),
  { key: 'phone', header: m.people_column_phone(), cell: (p) => <span className="num">{p.phone ? phone(p.phone) : ''}</span> },
  { key: 'region', header: m.people_column_region(), sortable: true, cell: (p) => p.location_name ?? '' },
  ...(withApproval.includes(kind)
    ? [
        {
          key: 'verified_status',
          header: m.people_column_status(),
          cell: (p: PersonSummary) => requiresAccountApproval(p.user_type) && <ApprovalBadge status={p.verified_status} />,
        },
      ]
    : []),
  { key: 'is_active', header: m.people_column_account(), cell: (p) => <AccountActiveBadge active={p.is_active} /> },
  {
    key: 'created_at',
    header: m.people_column_joined(),
    sortable: true,
    cell: (p) => <span title={formatDateTime(p.created_at)}>{formatDate(p.created_at)}</span>,
  },
];

/** The list of people for all kinds: the address sets the kind, the row scope the visible people. */
export default function PeopleList() {
  const address = useScreenAddress();
  const screen = getListForScreen(address?.key ?? '');
  // A different kind is a different list: its state does not carry over.
  return <KindList key={screen} {...listScreens[screen]} />;
}

function KindList({ kind, one }: (typeof listScreens)[keyof typeof listScreens]) {
  const { visitor } = useApp();
  const { layout, link } = useDashboard();
  const list = useListState(peopleFilterNames, newest);
  const calls: FamilyReadCalls = familyCalls[kind];
  const asked = { sort: list.wireSort as 'name', z_filter: { ...list.filters } as Record<PeopleFilterName, never> };
  const people = useCall(calls.list, { page: list.page, page_size: list.pageSize, tabs: 'true', ...asked });
  const many = useBulkActions({
    seen: list.filters,
    rows: people.data?.results,
    nameOf: (p) => p.name,
    acts: makePeopleBulkActions(kind, visitor),
    hint: getPeopleBulkHint(kind, visitor),
  });
  const count = people.data?.count ?? 0;
  const title = peopleListTitles[kind]();
  const empty = (companyRoles as readonly string[]).includes(layout)
    ? m.people_empty_company()
    : layout === 'subadmin'
      ? m.people_empty_region()
      : m.people_empty_platform();
  return (
    <>
      <PageHeader
        title={title}
        sub={people.data ? m.people_count({ count }) : undefined}
        actions={
          count > 0 ? <DownloadCsvButton label={m.people_export({ count })} fetch={(part) => send(calls.csv, { ...asked, part })} /> : undefined
        }
      />
      <ListPage
        caption={title}
        list={list}
        answer={people}
        columns={columnsOf(kind)}
        rowHref={(p) => link(`people.${one}`, { id: p.id, code: p.code })}
        mobile={(p) => (
          <MobileRow
            name={p.name}
            amount={kind === 'user' ? <RoleBadge role={p.user_type} /> : p.phone && phone(p.phone)}
            meta={p.company ?? p.email ?? (p.phone && phone(p.phone))}
            metaEnd={p.location_name}
            badge={
              p.is_active && requiresAccountApproval(p.user_type) ? (
                <ApprovalBadge status={p.verified_status} />
              ) : (
                <AccountActiveBadge active={p.is_active} />
              )
            }
            when={formatDate(p.created_at)}
          />
        )}
        search={{
          value: list.filters.name ?? '',
          set: (text) => list.setFilter('name', text),
          label: m.people_search(),
          hint: m.people_search_hint(),
        }}
        states={getAccountStateOptions(kind)}
        filters={buildPeopleFilterChips(list, kind, people.data?.results[0]?.company)}
        counted={(n) => m.people_count({ count: n })}
        empty={<StateBlock title={m.people_empty_title()} text={empty} action={<Invite kind={kind} />} />}
        filteredText={m.people_filtered_text()}
        {...many}
      />
    </>
  );
}

/** The first step in an empty list, for users who may invite people of this kind. */
function Invite({ kind }: { kind: ListedKind }) {
  const { visitor, user } = useApp();
  const { link } = useDashboard();
  const as = kind === 'agent' || kind === 'owner' || kind === 'tenant' || kind === 'dealer' || kind === 'admin' ? kind : null;
  if (!as || !isAllowed(['invites', 'create'], visitor) || !canInvite(as, { ...visitor, hasCompany: Boolean(user?.company) })) return null;
  return (
    <Button component={Link} to={`${link('invitation.list')}?new=${as}`} leftSection={<IconUserPlus size={16} aria-hidden />}>
      {m.invitation_new()}
    </Button>
  );
}
