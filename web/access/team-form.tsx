import { Checkbox, MultiSelect, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type TeamDetails, teamCalls } from '#contract/access/people-calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { m } from '#words/messages.js';
import classes from './access.module.css';

/** Field names are those of the call, so that a refusal is shown at its field. */
type Draft = { name: string; lead_id: string; member_ids: string[]; limited: boolean; property_ids: string[] };
const blank: Draft = { name: '', lead_id: '', member_ids: [], limited: false, property_ids: [] };
const draftOf = (team: TeamDetails): Draft => ({
  name: team.name,
  lead_id: team.lead ? String(team.lead.id) : '',
  member_ids: team.members.map((one) => String(one.id)),
  limited: team.limited,
  property_ids: team.properties.map((one) => String(one.id)),
});

/** Name, members, leader and properties of a team; the leader is one of the members. */
export function TeamForm({ team, close }: { team: TeamDetails | null; close: () => void }) {
  const { link } = useDashboard();
  const navigate = useNavigate();
  const form = useForm(team ? teamCalls.teamUpdate : teamCalls.teamCreate, {
    saved: team,
    from: draftOf,
    blank,
    given: (values, { revision }) => {
      const given = {
        name: values.name,
        lead_id: values.lead_id === '' ? null : Number(values.lead_id),
        member_ids: values.member_ids.map(Number),
        limited: values.limited,
        property_ids: values.limited ? values.property_ids.map(Number) : [],
      };
      return team ? { id: team.id, revision, ...given } : given;
    },
    says: { name: m.access_name_needed },
    check: ({ limited, property_ids }): Record<string, string> =>
      limited && property_ids.length === 0 ? { property_ids: m.access_team_need_properties() } : {},
    said: ({ name }) => (team ? m.said_saved({ name }) : m.said_added({ name })),
    done: (saved) => (team ? close() : void navigate(link('access.team', { id: saved.id, code: saved.code }))),
  });
  const company = team ? { company_id: team.company_id } : {};
  const people = useCall(teamCalls.teamPeople, { page: 1, page_size: 100, ...company });
  // A person limited by a team may only rename it and choose its leader.
  const mayLimit = team === null || team.may.limit;
  const results = people.data?.results ?? [];
  return (
    <FormDrawer
      opened
      onClose={close}
      title={team ? m.access_team_edit() : m.access_team_new()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={team ? m.access_team_save() : m.access_team_create()} />}
    >
      <EditConflictDialog form={form} labels={labels()} spoken={spokenIn(team, results)} />
      <TextInput {...form.text('name')} label={m.access_team_name()} maxLength={80} />
      <NativeSelect
        {...form.text('lead_id')}
        label={m.access_team_lead()}
        data={[{ value: '', label: m.access_team_no_lead() }, ...results.map((p) => ({ value: String(p.id), label: p.name }))]}
      />
      <Checkbox.Group {...form.field('member_ids')} label={m.access_team_members()}>
        {results.length === 0 && people.data && <p className={classes.quiet}>{m.access_team_no_staff()}</p>}
        {results.map((p) => (
          <Checkbox key={p.id} className={classes.check} value={String(p.id)} label={p.name} mt={8} disabled={!mayLimit} />
        ))}
      </Checkbox.Group>
      {mayLimit && <Properties team={team} draft={form.values} set={form.set} problem={form.problems.property_ids} />}
    </FormDrawer>
  );
}

const labels = () => ({
  name: m.access_team_name(),
  lead_id: m.access_team_lead(),
  member_ids: m.access_team_members(),
  limited: m.access_team_works_on(),
  property_ids: m.access_team_properties(),
});
type Named = { readonly id: number; readonly name: string };
/** People and properties by name; an unknown one is shown as its number. */
const spokenIn = (team: TeamDetails | null, people: readonly Named[]) => (name: keyof Draft, values: Draft) => {
  const from = [...people, ...(team?.members ?? [])];
  const named = (id: string, among: readonly Named[]) => among.find((one) => String(one.id) === id)?.name ?? id;
  if (name === 'lead_id') return values.lead_id === '' ? m.access_team_no_lead() : named(values.lead_id, from);
  if (name === 'member_ids') return values.member_ids.map((id) => named(id, from)).join(', ');
  if (name === 'property_ids') return values.property_ids.map((id) => named(id, team?.properties ?? [])).join(', ');
  return name === 'limited' ? (values.limited ? m.access_team_works_some() : m.access_team_works_all()) : undefined;
};

type Set = <K extends keyof Draft>(name: K, value: Draft[K]) => void;

function Properties({ team, draft, set, problem }: { team: TeamDetails | null; draft: Draft; set: Set; problem: string | undefined }) {
  const [typed, setTyped] = useState('');
  const asked = { page: 1, page_size: 50 as const, ...(team ? { company_id: team.company_id } : {}), z_filter: typed ? { name: typed } : {} };
  const found = useCall(teamCalls.teamProperties, asked, { enabled: draft.limited });
  // Chosen properties keep their name while the search shows others.
  const [seen, setSeen] = useState(new Map(team?.properties.map((one) => [String(one.id), one.name]) ?? []));
  const fresh = (found.data?.results ?? []).filter((one) => !seen.has(String(one.id)));
  if (fresh.length > 0) setSeen(new Map([...seen, ...fresh.map((one) => [String(one.id), one.name] as const)]));
  return (
    <>
      <Radio.Group
        label={m.access_team_works_on()}
        value={draft.limited ? 'some' : 'all'}
        onChange={(next) => set('limited', next === 'some')}
        description={m.access_team_works_help()}
      >
        <Stack gap={8} mt={8}>
          <Radio className={classes.check} value="all" label={m.access_team_works_all()} />
          <Radio className={classes.check} value="some" label={m.access_team_works_some()} />
        </Stack>
      </Radio.Group>
      {draft.limited && (
        <MultiSelect
          label={m.access_team_properties()}
          searchable
          searchValue={typed}
          onSearchChange={setTyped}
          nothingFoundMessage={found.isPending ? m.shell_loading() : m.access_team_no_property()}
          data={[...seen].map(([value, label]) => ({ value, label }))}
          value={draft.property_ids}
          onChange={(next) => set('property_ids', next)}
          error={problem}
        />
      )}
    </>
  );
}
