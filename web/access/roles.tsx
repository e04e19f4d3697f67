import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type RoleSummary, roleCalls } from '#contract/access/calls.ts';
import { isAllowed } from '#contract/access/grants.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate } from '#web/ui/format.ts';
import { IconPlus } from '#web/ui/icons.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './access.module.css';
import { AccessExplainer } from './explainer.tsx';

const names = ['name', 'system'] as const;
const byName: ListSort = { by: 'name', desc: false };

const belongsTo = (r: RoleSummary) => r.company ?? (r.audience === 'platform' ? m.access_belongs_platform() : m.access_belongs_everybody());
export const SystemRoleBadge = () => <ToneBadge tone="neutral">{m.access_role_system()}</ToneBadge>;

export default function RoleList() {
  const { visitor } = useApp();
  const { link, layout } = useDashboard();
  const list = useListState(names, byName);
  const { filters } = list;
  const [making, setMaking] = useState(false);
  const roles = useCall(roleCalls.listRoles, { page: list.page, page_size: list.pageSize, sort: list.wireSort as 'name', z_filter: filters });
  const onPlatform = layout === 'superadmin' || layout === 'admin' || layout === 'subadmin';
  const columns: readonly TableColumn<RoleSummary>[] = [
    { key: 'name', header: m.access_column_role(), sortable: true, cell: (r) => <TwoLineCell top={r.name} bottom={r.description} /> },
    ...(onPlatform ? [{ key: 'company', header: m.access_column_belongs(), cell: belongsTo }] : []),
    { key: 'kind', header: m.access_filter_kind(), cell: (r) => r.system && <SystemRoleBadge /> },
    { key: 'grants', header: m.access_column_rights(), align: 'right', cell: (r) => r.grants },
    { key: 'members', header: m.access_column_members(), align: 'right', cell: (r) => r.members },
    { key: 'updated_at', header: m.access_column_changed(), sortable: true, cell: (r) => formatDate(r.updated_at) },
  ];
  const create = isAllowed(['staff_roles_and_permissions', 'create'], visitor) && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
      {m.access_role_new()}
    </Button>
  );
  // An empty list has its own button, and a view has only one filled button.
  const none = roles.data?.count === 0 && !list.filtered;
  return (
    <>
      <PageHeader
        title={m.access_roles()}
        sub={roles.data ? m.access_roles_count({ count: roles.data.count }) : undefined}
        actions={none ? undefined : create || undefined}
      />
      <ListPage
        caption={m.access_roles()}
        list={list}
        answer={roles}
        columns={columns}
        rowHref={(r) => link('access.role', { id: r.id })}
        mobile={(r) => (
          <MobileRow
            name={r.name}
            amount={r.system && <SystemRoleBadge />}
            meta={onPlatform ? belongsTo(r) : r.description}
            metaEnd={m.access_members_count({ count: r.members })}
          />
        )}
        search={{
          value: filters.name ?? '',
          set: (text) => list.setFilter('name', text),
          label: m.access_roles_search(),
          hint: m.access_roles_search_hint(),
        }}
        filters={[
          makeChoiceFilter(
            'system',
            m.access_filter_kind(),
            m.access_filter_any_kind(),
            [
              { value: 'true', label: m.access_filter_system() },
              { value: 'false', label: m.access_filter_custom() },
            ],
            filters.system,
            (v) => list.setFilter('system', v),
          ),
        ]}
        counted={(count) => m.access_roles_count({ count })}
        empty={<StateBlock title={m.access_roles_empty()} text={m.access_roles_empty_text()} action={create || undefined} />}
        filteredText={m.access_filtered_text()}
      />
      <div className={classes.gap}>
        <AccessExplainer />
      </div>
      <NewRoleForm opened={making} close={() => setMaking(false)} roles={roles.data?.results ?? []} />
    </>
  );
}

/** Asks for a name and a starting point; the matrix is the next page. */
export function NewRoleForm({ opened, close, roles, from }: { opened: boolean; close: () => void; roles: readonly RoleSummary[]; from?: number }) {
  const { link } = useDashboard();
  const { visitor } = useApp();
  const navigate = useNavigate();
  const [base, setBase] = useState(from ? String(from) : '');
  const copied = useCall(roleCalls.roleDetails, { id: Number(base) || 1 }, { enabled: opened && base !== '' });
  const form = useForm(roleCalls.roleCreate, {
    blank: { name: '', description: '' },
    given: ({ name, description }) => ({
      name,
      description,
      grants: base === '' ? [] : (copied.data?.grants ?? []).filter((grant) => visitor.grants.has(grant)),
      ...(base === '' ? {} : { base_id: Number(base) }),
    }),
    says: { name: m.access_name_needed },
    said: ({ name }) => m.said_added({ name }),
    done: (role) => void navigate(link('access.role', { id: role.id })),
  });
  return (
    <FormDrawer
      opened={opened}
      onClose={close}
      title={m.access_role_new()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.access_role_create()} disabled={base !== '' && !copied.data} />}
    >
      <TextInput {...form.text('name')} label={m.access_role_name()} maxLength={80} />
      <Textarea {...form.text('description')} label={`${m.access_role_description()} ${m.shell_optional()}`} maxLength={300} />
      {from === undefined && (
        <NativeSelect
          value={base}
          onChange={(e) => setBase(e.currentTarget.value)}
          label={m.access_role_copy()}
          description={m.access_role_copy_help()}
          data={[{ value: '', label: m.access_role_copy_none() }, ...roles.map((r) => ({ value: String(r.id), label: r.name }))]}
        />
      )}
    </FormDrawer>
  );
}
