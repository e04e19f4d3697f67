import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { roleCalls } from '#contract/access/calls.ts';
import { type StaffDetails, staffCalls, teamCalls } from '#contract/access/people-calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

export function EditStaffForm({ staff, close }: { staff: StaffDetails; close: () => void }) {
  const teams = useCall(teamCalls.listTeams, { page: 1, page_size: 100 });
  const form = useForm(staffCalls.staffUpdate, {
    blank: {
      job_title: staff.job_title,
      starts_on: staff.starts_on ?? '',
      ends_on: staff.ends_on ?? '',
      team_ids: staff.teams.map((t) => String(t.id)),
    },
    given: ({ job_title, starts_on, ends_on, team_ids }) => ({
      id: staff.id,
      job_title,
      starts_on: starts_on || null,
      ends_on: ends_on || null,
      team_ids: team_ids.map(Number),
    }),
    said: () => m.said_saved({ name: staff.name }),
    done: close,
  });
  const own = (teams.data?.results ?? []).filter((t) => t.company === staff.company);
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.access_staff_edit()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.access_staff_save()} />}
    >
      <TextInput {...form.text('job_title')} label={m.access_staff_job()} maxLength={80} />
      <TextInput {...form.text('starts_on')} type="date" label={`${m.access_staff_starts()} ${m.shell_optional()}`} />
      <TextInput {...form.text('ends_on')} type="date" label={`${m.access_staff_ends()} ${m.shell_optional()}`} />
      {own.length > 0 && (
        <Checkbox.Group {...form.field('team_ids')} label={m.access_staff_in_teams()}>
          {own.map((team) => (
            <Checkbox key={team.id} value={String(team.id)} label={team.name} mt={8} />
          ))}
        </Checkbox.Group>
      )}
    </FormDrawer>
  );
}

export function ChangeRoleForm({ staff, close }: { staff: StaffDetails; close: () => void }) {
  const roles = useCall(roleCalls.listRoles, { page: 1, page_size: 100, z_filter: { audience: 'company' } });
  const form = useForm(staffCalls.staffRole, {
    blank: { role_id: staff.role ? String(staff.role.id) : '' },
    given: ({ role_id }) => ({ id: staff.id, role_id: Number(role_id) }),
    says: { role_id: m.access_staff_no_role },
    said: () => m.said_role({ name: staff.name }),
    done: close,
  });
  const fitting = (roles.data?.results ?? []).filter((r) => r.company === null || r.company === staff.company);
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.access_staff_role_change()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.access_staff_role_change()} />}
    >
      <NativeSelect
        {...form.text('role_id')}
        label={m.access_column_role()}
        data={[
          ...(form.values.role_id === '' ? [{ value: '', label: m.access_staff_no_role() }] : []),
          ...fitting.map((r) => ({ value: String(r.id), label: r.name })),
        ]}
      />
      <Note>{m.access_staff_role_text()}</Note>
    </FormDrawer>
  );
}
