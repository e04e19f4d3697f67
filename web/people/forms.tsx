import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { type PersonDetails, peopleCalls } from '#contract/people/calls.ts';
import { kenyanCounties } from '#contract/reference/counties.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { phone as spaced } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { businessTypeChoices } from './words.ts';

type Form = { person: PersonDetails; close: () => void };

export const countyChoices = kenyanCounties.map((c) => ({ value: c.code, label: c.name }));

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
  submit: (event: FormEvent<HTMLFormElement>) => void;
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
  const form = useForm(peopleCalls.changeRegion, {
    blank: { region: person.region ?? person.asked_region?.code ?? '047' },
    given: ({ region }) => ({ user_id: person.id, region }),
    done: close,
  });
  return (
    <Shell title={m.people_region_title({ name: person.name })} save={m.people_region_save()} busy={form.busy} close={close} submit={form.submit}>
      <NativeSelect {...form.text('region')} label={m.people_region_field()} description={m.people_region_help()} data={countyChoices} />
    </Shell>
  );
}

export function UpgradeAccountForm({ person, close }: Form) {
  const form = useForm(peopleCalls.upgrade, {
    blank: {
      business_type: businessTypeChoices[0]?.value ?? '1',
      company_name: person.company ?? person.name,
      reg_no: person.company_details?.reg_no ?? '',
    },
    given: ({ business_type, company_name, reg_no }) => ({
      user_id: person.id,
      code: person.code,
      business_type: Number(business_type),
      ...(company_name.trim() ? { company_name: company_name.trim() } : {}),
      ...(reg_no.trim() ? { reg_no: reg_no.trim() } : {}),
    }),
    said: () => m.said_upgraded({ name: person.name }),
    done: close,
  });
  return (
    <Shell title={m.people_upgrade_title({ name: person.name })} save={m.people_upgrade_save()} busy={form.busy} close={close} submit={form.submit}>
      <Radio.Group {...form.field('business_type')} label={m.people_upgrade_type()} description={m.people_upgrade_help()}>
        <Stack gap={10} mt={10}>
          {businessTypeChoices.map((choice) => (
            <Radio key={choice.value} value={choice.value} label={choice.label} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput {...form.text('company_name')} label={m.people_upgrade_name()} maxLength={200} />
      <TextInput {...form.text('reg_no')} label={`${m.people_fact_reg_no()} ${m.shell_optional()}`} maxLength={60} />
    </Shell>
  );
}

/** A super admin corrects data that was entered wrongly. */
export function EditPersonForm({ person, close }: Form) {
  const form = useForm(peopleCalls.updateSuperUser, {
    blank: { name: person.name, phone: person.phone ? spaced(person.phone) : '' },
    given: ({ name, phone }) => ({ user_id: person.id, name: name.trim(), phone: phone.trim() }),
    said: ({ name }) => m.said_saved({ name }),
    done: close,
  });
  return (
    <Shell title={m.people_edit_title({ name: person.name })} save={m.people_edit_save()} busy={form.busy} close={close} submit={form.submit}>
      <TextInput {...form.text('name')} label={m.people_column_name()} maxLength={120} />
      <TextInput {...form.text('phone')} label={m.people_column_phone()} type="tel" maxLength={30} />
    </Shell>
  );
}
