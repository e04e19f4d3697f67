import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type TeamFull, teamCalls } from '#contract/access/people-calls.ts';
import { DrawerActions } from '#web/kernel/drawer-actions.tsx';
import { useDash } from '#web/kernel/screen.ts';
import { useAct, useCall } from '#web/kernel/use-call.ts';
import { useFieldProblems } from '#web/kernel/use-problem.ts';
import { FormDrawer } from '#web/ui/dash/form-drawer.tsx';
import { m } from '#words/messages.js';
import classes from './access.module.css';

/** Name, members and who leads them; the lead is one of the members. */
export function TeamForm({ team, close }: { team: TeamFull | null; close: () => void }) {
  const { link } = useDash();
  const navigate = useNavigate();
  const [name, setName] = useState(team?.name ?? '');
  const [lead, setLead] = useState(team?.lead ? String(team.lead.id) : '');
  const [members, setMembers] = useState(team?.members.map((one) => String(one.id)) ?? []);
  const { problems, setProblems, handles } = useFieldProblems();
  const people = useCall(teamCalls.teamPeople, { page: 1, page_size: 100, ...(team ? { company_id: team.company_id } : {}) });
  const create = useAct(teamCalls.teamCreate, { handles, done: (made) => void navigate(link('access.team', { id: made.id, code: made.code })) });
  const update = useAct(teamCalls.teamUpdate, { handles, done: close });
  const save = () => {
    if (name.trim().length < 2) return setProblems({ name: m.access_name_needed() });
    const given = { name, lead_id: lead === '' ? null : Number(lead), member_ids: members.map(Number) };
    if (team) update.mutate({ id: team.id, ...given });
    else create.mutate(given);
  };
  const results = people.data?.results ?? [];
  return (
    <FormDrawer
      opened
      onClose={close}
      title={team ? m.access_team_edit() : m.access_team_new()}
      closeLabel={m.shell_close()}
      onSubmit={save}
      actions={
        <DrawerActions close={close} busy={create.isPending || update.isPending} label={team ? m.access_team_save() : m.access_team_create()} />
      }
    >
      <TextInput label={m.access_team_name()} value={name} onChange={(e) => setName(e.currentTarget.value)} error={problems.name} maxLength={80} />
      <NativeSelect
        label={m.access_team_lead()}
        data={[{ value: '', label: m.access_team_no_lead() }, ...results.map((p) => ({ value: String(p.id), label: p.name }))]}
        value={lead}
        onChange={(e) => setLead(e.currentTarget.value)}
        error={problems.lead_id}
      />
      <Checkbox.Group label={m.access_team_members()} value={members} onChange={setMembers} error={problems.member_ids}>
        {results.map((p) => (
          <Checkbox key={p.id} className={classes.check} value={String(p.id)} label={p.name} mt={8} />
        ))}
      </Checkbox.Group>
    </FormDrawer>
  );
}
