import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { roleCalls } from '#contract/access/calls.ts';
import { type StaffFull, staffCalls, teamCalls } from '#contract/access/people-calls.ts';
import { Refused } from '#web/client/send.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { FormDrawer } from '#web/ui/dash/form-drawer.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

export function EditStaff({ staff, close }: { staff: StaffFull; close: () => void }) {
  const [job, setJob] = useState(staff.job_title);
  const [starts, setStarts] = useState(staff.starts_on ?? '');
  const [ends, setEnds] = useState(staff.ends_on ?? '');
  const [teamIds, setTeamIds] = useState(staff.teams.map((t) => String(t.id)));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const teams = useCall(teamCalls.teams, { page: 1, page_size: 100 });
  const update = useAct(staffCalls.staffUpdate, {
    done: close,
    handles: (why) => {
      if (!(why instanceof Refused) || !why.body.fields) return false;
      setProblems(why.body.fields);
      return true;
    },
  });
  const own = (teams.data?.results ?? []).filter((t) => t.company === staff.company);
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.access_staff_edit()}
      closeLabel={m.shell_close()}
      onSubmit={() =>
        update.mutate({ id: staff.id, job_title: job, starts_on: starts || null, ends_on: ends || null, team_ids: teamIds.map(Number) })
      }
      actions={<DrawerActions close={close} busy={update.isPending} label={m.access_staff_save()} />}
    >
      <TextInput label={m.access_staff_job()} value={job} onChange={(e) => setJob(e.currentTarget.value)} maxLength={80} />
      <TextInput
        type="date"
        label={`${m.access_staff_starts()} ${m.shell_optional()}`}
        value={starts}
        onChange={(e) => setStarts(e.currentTarget.value)}
        error={problems.starts_on}
      />
      <TextInput
        type="date"
        label={`${m.access_staff_ends()} ${m.shell_optional()}`}
        value={ends}
        onChange={(e) => setEnds(e.currentTarget.value)}
        error={problems.ends_on}
      />
      {own.length > 0 && (
        <Checkbox.Group label={m.access_staff_in_teams()} value={teamIds} onChange={setTeamIds}>
          {own.map((team) => (
            <Checkbox key={team.id} value={String(team.id)} label={team.name} mt={8} />
          ))}
        </Checkbox.Group>
      )}
    </FormDrawer>
  );
}

export function ChangeRole({ staff, close }: { staff: StaffFull; close: () => void }) {
  const [role, setRole] = useState(staff.role ? String(staff.role.id) : '');
  const roles = useCall(roleCalls.roles, { page: 1, page_size: 100, z_filter: { audience: 'company' } });
  const change = useAct(staffCalls.staffRole, { done: close });
  const fitting = (roles.data?.results ?? []).filter((r) => r.company === null || r.company === staff.company);
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.access_staff_role_change()}
      closeLabel={m.shell_close()}
      onSubmit={() => role !== '' && change.mutate({ id: staff.id, role_id: Number(role) })}
      actions={<DrawerActions close={close} busy={change.isPending} label={m.access_staff_role_change()} />}
    >
      <NativeSelect
        label={m.access_column_role()}
        data={[
          ...(role === '' ? [{ value: '', label: m.access_staff_no_role() }] : []),
          ...fitting.map((r) => ({ value: String(r.id), label: r.name })),
        ]}
        value={role}
        onChange={(e) => setRole(e.currentTarget.value)}
      />
      <Note>{m.access_staff_role_text()}</Note>
    </FormDrawer>
  );
}
