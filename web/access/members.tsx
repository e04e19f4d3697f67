import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { type AccessHolder, type RoleWithGrants, roleCalls } from '#contract/access/calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { RowsLoading, StateBlock } from '#web/ui/dash/state-block.tsx';
import { RoleBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './access.module.css';

/** The people with the role, and a form to assign it to one more. */
export function RoleMembers({ role }: { role: RoleWithGrants }) {
  const { user } = useApp();
  const holders = useCall(roleCalls.listHolders, { page: 1, page_size: 100, z_filter: { role_id: role.id } });
  const [leaving, setLeaving] = useState<AccessHolder | null>(null);
  const assign = useAction(roleCalls.assign, {
    said: ({ name, request }) => (request ? m.approval_said_asked({ code: request.code }) : m.said_role({ name })),
    done: () => setLeaving(null),
  });
  if (holders.isPending) return <RowsLoading rows={3} label={m.shell_loading()} />;
  const rows = holders.data?.results ?? [];
  return (
    <div className={classes.stack}>
      {role.may.assign && <Give taken={rows} give={(id) => assign.mutate({ id, role_id: role.id })} busy={assign.isPending} />}
      {rows.length === 0 ? (
        <StateBlock title={m.access_members_none()} text={m.access_members_none_text()} />
      ) : (
        <Panel title={m.access_members_count({ count: holders.data?.count ?? 0 })} pad={false}>
          <PanelRows>
            {rows.map((p) => (
              <div key={p.id}>
                <div className={classes.row}>
                  <div>
                    <b>{p.name}</b>
                    <small className={classes.quiet}>{p.email}</small>
                  </div>
                  <RoleBadge role={p.user_type} />
                  {role.audience === 'platform' && role.may.assign && p.id !== user?.id && (
                    <Button className={classes.tap} size="compact-sm" variant="subtle" onClick={() => setLeaving(p)}>
                      {m.access_take_back()}
                    </Button>
                  )}
                </div>
              </div>
            ))}
          </PanelRows>
        </Panel>
      )}
      <ConfirmModal
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={m.access_take_back_title({ name: leaving?.name ?? '' })}
        confirmLabel={m.access_take_back()}
        cancelLabel={m.shell_cancel()}
        closeLabel={m.shell_close()}
        loading={assign.isPending}
        onConfirm={() => leaving && assign.mutate({ id: leaving.id, role_id: null })}
      >
        {m.access_take_back_text({ name: leaving?.name ?? '' })}
      </ConfirmModal>
    </div>
  );
}

function Give({ taken, give, busy }: { taken: readonly AccessHolder[]; give: (id: number) => void; busy: boolean }) {
  const { user } = useApp();
  const [person, setPerson] = useState('');
  const people = useCall(roleCalls.listHolders, { page: 1, page_size: 100 });
  const free = (people.data?.results ?? []).filter((p) => p.id !== user?.id && !taken.some((one) => one.id === p.id));
  return (
    <form
      className={classes.ask}
      onSubmit={(event) => {
        event.preventDefault();
        if (person) give(Number(person));
        setPerson('');
      }}
    >
      <NativeSelect
        label={m.access_give()}
        data={[
          { value: '', label: m.access_give_choose() },
          ...free.map((p) => ({ value: String(p.id), label: p.role ? `${p.name} (${p.role})` : p.name })),
        ]}
        value={person}
        onChange={(e) => setPerson(e.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={busy} disabled={person === ''}>
        {m.access_give_do()}
      </Button>
      <span className={classes.quiet}>{m.access_staff_role_text()}</span>
    </form>
  );
}
