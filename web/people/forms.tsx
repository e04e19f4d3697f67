import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type PersonFull, peopleCalls } from '#contract/people/calls.ts';
import { counties } from '#contract/reference/counties.ts';
import { Refused } from '#web/client/send.ts';
import { useAct } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { FormDrawer } from '#web/ui/dash/form-drawer.tsx';
import { m } from '#words/messages.js';
import { businessChoices } from './words.ts';

type Form = { person: PersonFull; close: () => void };
export type Problems = Readonly<Record<string, string>>;

/** Refusals that name fields stay in the form. */
export const fieldsOf = (problem: unknown): Problems | null =>
  problem instanceof Refused && problem.status === 400 && problem.body.fields ? problem.body.fields : null;

export const countyChoices = counties.map((c) => ({ value: c.code, label: c.name }));

function Shell({
  title,
  save,
  busy,
  close,
  submit,
  children,
}: {
  title: string;
  save: string;
  busy: boolean;
  close: () => void;
  submit: () => void;
  children: ReactNode;
}) {
  return (
    <FormDrawer
      opened
      onClose={close}
      title={title}
      closeLabel={m.shell_close()}
      onSubmit={submit}
      actions={<DrawerActions close={close} busy={busy} label={save} />}
    >
      {children}
    </FormDrawer>
  );
}

export function RegionForm({ person, close }: Form) {
  const [region, setRegion] = useState(person.region ?? '047');
  const act = useAct(peopleCalls.changeRegion, { done: close });
  return (
    <Shell
      title={m.people_region_title({ name: person.name })}
      save={m.people_region_save()}
      busy={act.isPending}
      close={close}
      submit={() => act.mutate({ user_id: person.id, region })}
    >
      <NativeSelect
        label={m.people_region_field()}
        description={m.people_region_help()}
        data={countyChoices}
        value={region}
        onChange={(event) => setRegion(event.currentTarget.value)}
      />
    </Shell>
  );
}

export function UpgradeForm({ person, close }: Form) {
  const [type, setType] = useState(businessChoices[0]?.value ?? '1');
  const [name, setName] = useState(person.company ?? person.name);
  const [reg, setReg] = useState(person.company_details?.reg_no ?? '');
  const act = useAct(peopleCalls.upgrade, { done: close });
  const submit = () =>
    act.mutate({
      user_id: person.id,
      code: person.code,
      business_type: Number(type),
      ...(name.trim() ? { company_name: name.trim() } : {}),
      ...(reg.trim() ? { reg_no: reg.trim() } : {}),
    });
  return (
    <Shell title={m.people_upgrade_title({ name: person.name })} save={m.people_upgrade_save()} busy={act.isPending} close={close} submit={submit}>
      <Radio.Group label={m.people_upgrade_type()} description={m.people_upgrade_help()} value={type} onChange={setType}>
        <Stack gap={10} mt={10}>
          {businessChoices.map((choice) => (
            <Radio key={choice.value} value={choice.value} label={choice.label} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput label={m.people_upgrade_name()} value={name} onChange={(event) => setName(event.currentTarget.value)} maxLength={200} />
      <TextInput
        label={`${m.people_fact_reg_no()} ${m.shell_optional()}`}
        value={reg}
        onChange={(event) => setReg(event.currentTarget.value)}
        maxLength={60}
      />
    </Shell>
  );
}

/** A superadmin mends what somebody typed wrong. */
export function EditForm({ person, close }: Form) {
  const [name, setName] = useState(person.name);
  const [tel, setTel] = useState(person.phone ?? '');
  const [problems, setProblems] = useState<Problems>({});
  const handles = (problem: unknown) => {
    const fields = fieldsOf(problem);
    setProblems(fields ?? {});
    return fields !== null;
  };
  const act = useAct(peopleCalls.updateSuperUser, { done: close, handles });
  return (
    <Shell
      title={m.people_edit_title({ name: person.name })}
      save={m.people_edit_save()}
      busy={act.isPending}
      close={close}
      submit={() => act.mutate({ user_id: person.id, name: name.trim(), phone: tel.trim() })}
    >
      <TextInput
        label={m.people_column_name()}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problems.name}
        maxLength={120}
      />
      <TextInput
        label={m.people_column_phone()}
        type="tel"
        value={tel}
        onChange={(event) => setTel(event.currentTarget.value)}
        error={problems.phone}
        maxLength={30}
      />
    </Shell>
  );
}
