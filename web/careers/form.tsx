import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { careersCalls, type Vacancy } from '#contract/careers/calls.ts';
import { type JobKind, jobKinds } from '#contract/careers/kinds.ts';
import { useAct } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useFieldProblems } from '#web/forms/use-problem.ts';
import { FormDrawer } from '#web/ui/dash/form-drawer.tsx';
import { m } from '#words/messages.js';
import { jobKindNames } from './words.ts';

/** A job as it stands on the careers page. */
export function VacancyForm({ vacancy, close }: { vacancy: Vacancy | null; close: () => void }) {
  const [text, setText] = useState({
    title: vacancy?.title ?? '',
    department: vacancy?.department ?? '',
    place: vacancy?.place ?? '',
    kind: vacancy?.kind ?? ('full_time' as JobKind),
    closes_on: vacancy?.closes_on ?? '',
    body: vacancy?.body ?? '',
  });
  const { problems, handles } = useFieldProblems();
  const create = useAct(careersCalls.create, { handles, done: close });
  const update = useAct(careersCalls.update, { handles, done: close });
  const given = { ...text, closes_on: text.closes_on || null };
  const save = () => (vacancy ? update.mutate({ id: vacancy.id, revision: vacancy.revision, ...given }) : create.mutate(given));
  const field = (name: keyof typeof text, label: string) => ({
    label,
    value: text[name],
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) => setText({ ...text, [name]: event.currentTarget.value }),
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={vacancy ? m.careers_edit() : m.careers_new()}
      closeLabel={m.shell_close()}
      onSubmit={save}
      actions={<DrawerActions close={close} busy={create.isPending || update.isPending} label={m.careers_save()} />}
    >
      <TextInput {...field('title', m.careers_field_title())} maxLength={120} />
      <TextInput {...field('department', m.careers_field_department())} maxLength={80} />
      <TextInput {...field('place', m.careers_field_place())} maxLength={80} />
      <NativeSelect {...field('kind', m.careers_field_kind())} data={jobKinds.map((kind) => ({ value: kind, label: jobKindNames[kind]() }))} />
      <TextInput {...field('closes_on', m.careers_field_closes())} type="date" />
      <Textarea {...field('body', m.careers_field_body())} description={m.careers_field_body_help()} autosize minRows={8} maxRows={18} />
    </FormDrawer>
  );
}
