import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { type InvitationSummary, invitationCalls } from '#contract/invitation/calls.ts';
import {
  canInvite,
  type InvitationKind,
  invitationCodeKinds,
  invitationKinds,
  invitationSources,
  isAppointment,
  type OpenInvitationKind,
  openInvitationKindKeys,
} from '#contract/invitation/kinds.ts';
import { invitationKindLabels, invitationSourceLabels } from '#contract/invitation/labels.ts';
import { invitationMachine } from '#contract/invitation/machine.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { makeBulkAction, useBulkActions } from '#web/lists/bulk-actions.tsx';
import { appendCompanyAndCounty, makeCompanyAndCountyFilters, makeCompanyTableColumns } from '#web/lists/holder.tsx';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter } from '#web/lists/shared-filters.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate } from '#web/ui/format.ts';
import { IconQrcode, IconUpload, IconUserPlus } from '#web/ui/icons.ts';
import { getStatusLabel } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { BulkInvitationForm } from './bulk.tsx';
import { InvitationDetails } from './details.tsx';
import { InvitationPosterForm, SendInvitationForm } from './forms.tsx';
import { formatInvitedContact, InvitationStatusBadge } from './parts.tsx';

const names = ['to', 'status', 'kind', 'source', 'company_id', 'region', 'day_from', 'day_to'] as const;
const newest: ListSort = { by: 'created_at', desc: true };

const columns = (layout: string): readonly TableColumn<InvitationSummary>[] => [
  { key: 'to', header: m.invitation_to(), cell: (r) => <TwoLineCell top={formatInvitedContact(r)} bottom={r.accepted_by ?? r.code} /> },
  {
    key: 'kind',
    header: m.invitation_as(),
    cell: (r) => <TwoLineCell top={invitationKindLabels[r.kind]()} bottom={r.role ?? invitationSourceLabels[r.source]()} />,
  },
  { key: 'status', header: m.invitation_status(), cell: (r) => <InvitationStatusBadge of={r} /> },
  { key: 'inviter', header: m.invitation_by(), cell: (r) => r.inviter },
  ...makeCompanyTableColumns<InvitationSummary>(layout),
  { key: 'created_at', header: m.invitation_sent(), sortable: true, cell: (r) => formatDate(r.created_at) },
  { key: 'expires_at', header: m.invitation_expires(), sortable: true, cell: (r) => formatDate(r.expires_at) },
];

const acts = () => [
  makeBulkAction<InvitationSummary, typeof invitationCalls.resend>(invitationCalls.resend, {
    label: m.invitation_resend(),
    given: ({ id }) => ({ id }),
  }),
  makeBulkAction<InvitationSummary, typeof invitationCalls.revoke>(invitationCalls.revoke, {
    label: m.invitation_revoke(),
    given: ({ id }) => ({ id }),
  }),
];

const filtersOf = (list: ReturnType<typeof useListState<(typeof names)[number]>>, layout: string, company: string | undefined) => [
  ...makeCompanyAndCountyFilters(layout, list, company),
  makeDateRangeFilter(list, 'day_from', 'day_to', m.invitation_sent()),
  makeChoiceFilter(
    'kind',
    m.invitation_as(),
    m.invitation_any_kind(),
    invitationKinds.map((k) => ({ value: k, label: invitationKindLabels[k]() })),
    list.filters.kind,
    (v) => list.setFilter('kind', v),
  ),
  makeChoiceFilter(
    'source',
    m.invitation_source(),
    m.invitation_any_source(),
    invitationSources.map((s) => ({ value: s, label: invitationSourceLabels[s]() })),
    list.filters.source,
    (v) => list.setFilter('source', v),
  ),
];

export default function InvitationList() {
  const { visitor, user } = useApp();
  const { layout } = useDashboard();
  const [params, setParams] = useSearchParams();
  const list = useListState(names, newest);
  const { filters } = list;
  const invitations = useCall(invitationCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'created_at',
    z_filter: {
      ...filters,
      status: filters.status as InvitationSummary['status'] | undefined,
      kind: filters.kind as InvitationKind | undefined,
      source: filters.source as 'invite' | undefined,
    },
  });
  const kinds = openInvitationKindKeys.filter(
    (kind) => isAllowed(['invites', 'create'], visitor) && canInvite(kind, { ...visitor, hasCompany: Boolean(user?.company) }),
  );
  const posters = invitationCodeKinds.filter((kind) => kinds.includes(kind));
  /** The open drawer is stored in the address, so that other pages can link to it. */
  const show = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(params);
    for (const name of ['new', 'open']) next.delete(name);
    for (const [name, value] of Object.entries(changes)) if (value) next.set(name, value);
    setParams(next, { replace: true, preventScrollReset: true });
  };
  const close = () => show({});
  const making = params.get('new');
  const asked = kinds.find((kind) => kind === making) ?? kinds[0];
  const invite = kinds.length > 0 && (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => show({ new: kinds[0] ?? null })}>
      {m.invitation_new()}
    </Button>
  );
  const ways = kinds.length > 0 && (
    <MoreMenu
      label={m.invitation_more()}
      items={[
        { label: m.invitation_import(), icon: IconUpload, onClick: () => show({ new: 'many' }) },
        posters.length > 0 && { label: m.invitation_poster(), icon: IconQrcode, onClick: () => show({ new: 'code' }) },
      ]}
    />
  );
  const many = useBulkActions({ seen: filters, rows: invitations.data?.results, nameOf: formatInvitedContact, acts: acts() });
  // An empty list has its own button, and a view has only one filled button.
  const none = invitations.data?.count === 0 && !list.filtered;
  return (
    <>
      <PageHeader
        title={m.invitation_title()}
        sub={invitations.data ? m.invitation_count({ count: invitations.data.count }) : undefined}
        actions={
          kinds.length > 0 && (
            <>
              {!none && invite}
              {ways}
            </>
          )
        }
      />
      <ListPage
        caption={m.invitation_title()}
        list={list}
        answer={invitations}
        columns={columns(layout)}
        rowHref={(r) => `?${new URLSearchParams({ ...Object.fromEntries(params), open: String(r.id) })}`}
        mobile={(r) => (
          <MobileRow
            name={formatInvitedContact(r)}
            amount={invitationKindLabels[r.kind]()}
            meta={r.role ?? r.code}
            metaEnd={appendCompanyAndCounty(layout, r, r.inviter)}
            badge={<InvitationStatusBadge of={r} />}
            when={formatDate(r.created_at)}
          />
        )}
        search={{
          value: filters.to ?? '',
          set: (text) => list.setFilter('to', text),
          label: m.invitation_search(),
          hint: m.invitation_search_hint(),
        }}
        states={{
          field: 'status',
          label: m.invitation_status(),
          options: (Object.keys(invitationMachine.states) as InvitationSummary['status'][]).map((s) => ({ value: s, label: statusName(s) })),
        }}
        filters={filtersOf(list, layout, invitations.data?.results[0]?.company?.name)}
        counted={(count) => m.invitation_count({ count })}
        empty={<StateBlock title={m.invitation_empty()} text={m.invitation_empty_text()} action={invite || undefined} />}
        filteredText={m.access_filtered_text()}
        {...many}
      />
      {params.has('open') && <InvitationDetails id={parseAddressId(params.get('open'))} close={close} />}
      {making === 'many' && asked && <BulkInvitationForm kinds={kinds.filter((kind) => !isAppointment(kind))} close={close} />}
      {making === 'code' && posters.length > 0 && <InvitationPosterForm kinds={posters} close={close} made={(id) => show({ open: String(id) })} />}
      {making && making !== 'many' && making !== 'code' && asked && (
        <SendInvitationForm kinds={kinds} start={asked as OpenInvitationKind} close={close} />
      )}
    </>
  );
}

const statusName = (status: InvitationSummary['status']): string => getStatusLabel('invitation', invitationMachine.states[status] as number);
