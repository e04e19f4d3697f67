import { ActionIcon, Button, Menu, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { type RoleFull, roleCalls } from '#contract/access/calls.ts';
import type { Permission } from '#contract/access/documents.ts';
import { allows } from '#contract/access/grants.ts';
import { useApp } from '#web/kernel/app.tsx';
import { useDash } from '#web/kernel/screen.ts';
import { Refused } from '#web/kernel/send.ts';
import { useTitle } from '#web/kernel/title.ts';
import { useAct, useCall } from '#web/kernel/use-call.ts';
import { ConfirmModal } from '#web/ui/dash/confirm-modal.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { RowsLoading, StateBlock } from '#web/ui/dash/state-block.tsx';
import { IconCopy, IconDots, IconTrash } from '#web/ui/icons.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './access.module.css';
import { Matrix } from './matrix.tsx';
import { Members } from './members.tsx';
import { Preview } from './preview.tsx';
import { NewRole, SystemMark } from './roles.tsx';
import { nameOf } from './words.ts';

export default function Role() {
  const { id } = useParams();
  const role = useCall(roleCalls.roleDetails, { id: Number(id) || 0 });
  useTitle(role.data?.name);
  if (role.isPending) return <RowsLoading rows={8} label={m.shell_loading()} />;
  if (!role.data)
    return (
      <StateBlock
        kind="error"
        title={m.shell_not_loaded()}
        text=""
        action={<Button onClick={() => void role.refetch()}>{m.shell_try_again()}</Button>}
      />
    );
  return <Loaded key={`${role.data.id} ${role.data.revision}`} role={role.data} />;
}

function Loaded({ role }: { role: RoleFull }) {
  const { visitor } = useApp();
  const { link } = useDash();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [asked, setAsked] = useState(false);
  const [copying, setCopying] = useState(false);
  const remove = useAct(roleCalls.roleDelete, { done: () => void navigate(link('access.roles')) });
  const mayCopy = allows(['staff_roles_and_permissions', 'create'], visitor);
  return (
    <>
      <PageHeader
        title={role.name}
        crumbs={[{ label: m.access_roles(), href: link('access.roles') }, { label: role.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={role.system ? <SystemMark /> : undefined}
        sub={role.description}
        actions={
          (mayCopy || role.may.delete) && (
            <>
              {mayCopy && (
                <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={() => setCopying(true)}>
                  {m.access_role_copy_this()}
                </Button>
              )}
              {role.may.delete && (
                <Menu>
                  <Menu.Target>
                    <ActionIcon variant="default" className={classes.tap} aria-label={m.shell_more()}>
                      <IconDots size={18} aria-hidden />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item
                      color="red"
                      className={classes.danger}
                      leftSection={<IconTrash size={17} aria-hidden />}
                      onClick={() => setAsked(true)}
                    >
                      {m.access_role_delete()}
                    </Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              )}
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
          <Members role={role} />
        </Tabs.Panel>
        <Tabs.Panel value="preview">
          <Preview role={role} />
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
        problem={remove.error?.message}
        onConfirm={() => remove.mutate({ id: role.id })}
      >
        {role.members > 0 ? m.access_role_delete_held({ count: role.members }) : m.access_role_delete_text()}
      </ConfirmModal>
      {copying && <NewRole opened close={() => setCopying(false)} roles={[]} from={role.id} />}
    </>
  );
}

function Editor({ role }: { role: RoleFull }) {
  const start = new Set(role.grants);
  const [value, setValue] = useState<ReadonlySet<Permission>>(start);
  const [lost, setLost] = useState(false);
  const changes = [...value].filter((p) => !start.has(p)).length + [...start].filter((p) => !value.has(p)).length;
  const update = useAct(roleCalls.roleUpdate, {
    handles: (problem) => {
      if (!(problem instanceof Refused) || problem.status !== 409 || !problem.body.current) return false;
      setLost(true);
      setValue(new Set((problem.body.current as RoleFull).grants));
      return true;
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate({ id: role.id, grants: [...value], revision: role.revision });
      }}
    >
      {lost && <Note tone="guard">{m.access_saved_meanwhile()}</Note>}
      <Matrix value={value} grantable={new Set(role.grantable)} onChange={role.may.edit ? setValue : undefined} />
      {role.may.edit && changes > 0 && (
        <div className={classes.save} role="status">
          <span>{m.access_changes({ count: changes })}</span>
          <Button variant="default" onClick={() => setValue(start)}>
            {m.access_undo()}
          </Button>
          <Button type="submit" loading={update.isPending}>
            {m.access_save()}
          </Button>
        </div>
      )}
    </form>
  );
}

/** What the role gives beyond, and short of, the one it was copied from; without one, short of the account type. */
function Compare({ role }: { role: RoleFull }) {
  const base = role.base?.grants ?? role.grantable;
  const [own, other] = [new Set(role.grants), new Set(base)];
  const more = role.grants.filter((p) => !other.has(p));
  const less = base.filter((p) => !own.has(p));
  const list = (some: readonly Permission[]) => (
    <ul className={classes.list}>
      {some.map((p) => (
        <li key={p}>{nameOf(p)}</li>
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
