import { Button, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { type RoleWithGrants, roleCalls } from '#contract/access/calls.ts';
import type { Permission } from '#contract/access/documents.ts';
import { isAllowed } from '#contract/access/grants.ts';
import { formatPermissionName } from '#contract/access/permission-name.ts';
import { invitationCalls } from '#contract/invitation/calls.ts';
import { OpenRequestNote } from '#web/approval/parts.tsx';
import { parseAddressId } from '#web/client/address-id.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { IconCopy, IconTrash } from '#web/ui/icons.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './access.module.css';
import { PermissionMatrixForm, toGrantedPermissions, toGrants } from './matrix-form.tsx';
import { RoleMembers } from './members.tsx';
import { RolePreview } from './preview.tsx';
import { NewRoleForm, SystemRoleBadge } from './roles.tsx';

export default function RoleEditor() {
  const { id } = useParams();
  const role = useCall(roleCalls.roleDetails, { id: parseAddressId(id) });
  useScreenTitle(role.data?.name);
  if (!role.data) return <LoadingState answer={role} />;
  return <Loaded key={role.data.id} role={role.data} />;
}

function Loaded({ role }: { role: RoleWithGrants }) {
  const { visitor } = useApp();
  const { link } = useDashboard();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [asked, setAsked] = useState(false);
  const [copying, setCopying] = useState(false);
  const remove = useAction(roleCalls.roleDelete, {
    inPlace: true,
    said: () => m.said_deleted({ name: role.name }),
    done: () => navigate(link('access.roles')),
  });
  const mayCopy = isAllowed(['staff_roles_and_permissions', 'create'], visitor);
  return (
    <>
      <PageHeader
        title={role.name}
        crumbs={[{ label: m.access_roles(), href: link('access.roles') }, { label: role.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={role.system ? <SystemRoleBadge /> : undefined}
        sub={role.description}
        actions={
          (mayCopy || role.may.delete) && (
            <>
              {mayCopy && (
                <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={() => setCopying(true)}>
                  {m.access_role_copy_this()}
                </Button>
              )}
              <MoreMenu
                label={m.shell_more()}
                items={[role.may.delete && { label: m.access_role_delete(), icon: IconTrash, danger: true, onClick: () => setAsked(true) }]}
              />
            </>
          )
        }
      />
      {role.system ? <Note>{m.access_role_locked()}</Note> : !role.may.edit && <Note>{m.access_role_above()}</Note>}
      <Tabs value={params.get('tab') ?? 'matrix'} onChange={(tab) => setParams(tab && tab !== 'matrix' ? { tab } : {}, { replace: true })} mt={16}>
        <Tabs.List mb={16} className={classes.tabs}>
          <Tabs.Tab value="matrix">{m.access_tab_matrix()}</Tabs.Tab>
          <Tabs.Tab value="members">{`${m.access_tab_members()} (${role.members})`}</Tabs.Tab>
          <Tabs.Tab value="preview">{m.access_tab_preview()}</Tabs.Tab>
          <Tabs.Tab value="compare">{m.access_tab_compare()}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="matrix">
          <Editor role={role} />
        </Tabs.Panel>
        <Tabs.Panel value="members">
          <RoleMembers role={role} />
        </Tabs.Panel>
        <Tabs.Panel value="preview">
          <RolePreview role={role} />
        </Tabs.Panel>
        <Tabs.Panel value="compare">
          <Compare role={role} />
        </Tabs.Panel>
      </Tabs>
      <ConfirmModal
        opened={asked}
        onClose={() => setAsked(false)}
        title={m.access_role_delete_title({ name: role.name })}
        confirmLabel={m.access_role_delete()}
        cancelLabel={m.shell_cancel()}
        closeLabel={m.shell_close()}
        danger
        loading={remove.isPending}
        problem={remove.problem}
        onConfirm={() => remove.mutate({ id: role.id })}
      >
        {role.members > 0 ? m.access_role_delete_held({ count: role.members }) : m.access_role_delete_text()}
      </ConfirmModal>
      {copying && <NewRoleForm opened close={() => setCopying(false)} roles={[]} from={role.id} />}
    </>
  );
}

function Editor({ role }: { role: RoleWithGrants }) {
  const form = useForm(roleCalls.roleUpdate, {
    saved: role,
    from: toGrantedPermissions,
    given: (granted, { revision }) => ({ id: role.id, grants: toGrants(granted), revision }),
    touches: [invitationCalls],
    stays: true,
    said: ({ request }) => (request ? m.approval_said_asked({ code: request.code }) : m.said_saved({ name: role.name })),
  });
  return (
    <div className={classes.stack}>
      {role.request && <OpenRequestNote request={role.request} />}
      <PermissionMatrixForm form={form} grantable={role.grantable} mayEdit={role.may.edit && !role.request} />
    </div>
  );
}

/** Compares the role with the one it was copied from, otherwise with the account type. */
function Compare({ role }: { role: RoleWithGrants }) {
  const base = role.base?.grants ?? role.grantable;
  const [own, other] = [new Set(role.grants), new Set(base)];
  const more = role.grants.filter((p) => !other.has(p));
  const less = base.filter((p) => !own.has(p));
  const list = (some: readonly Permission[]) => (
    <ul className={classes.list}>
      {some.map((p) => (
        <li key={p}>{formatPermissionName(p)}</li>
      ))}
      {some.length === 0 && <li>{m.access_preview_none()}</li>}
    </ul>
  );
  return (
    <div className={classes.stack}>
      <p className={classes.quiet}>{m.access_compare_with({ name: role.base?.name ?? m.access_compare_holder() })}</p>
      {more.length + less.length === 0 ? (
        <Note tone="good">{m.access_compare_same()}</Note>
      ) : (
        <div className={classes.two}>
          <Panel title={m.access_compare_more()}>{list(more)}</Panel>
          <Panel title={m.access_compare_less()}>{list(less)}</Panel>
        </div>
      )}
    </div>
  );
}
