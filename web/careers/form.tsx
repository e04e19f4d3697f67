import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { careersCalls, type Vacancy } from '#contract/careers/calls.ts';
import { type JobKind, jobKinds } from '#contract/careers/kinds.ts';
import { jobKindLabels } from '#contract/careers/labels.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { m } from '#words/messages.js';

const blank = { title: '', department: '', place: '', kind: 'full_time' as JobKind, closes_on: '', body: '' };
const textOf = ({ title, department, place, kind, closes_on, body }: Vacancy) => ({
  title,
  department,
  place,
  kind,
  closes_on: closes_on ?? '',
  body,
});

/** The form of a vacancy as the careers page shows it. */
export function VacancyForm({ vacancy, close }: { vacancy: Vacancy | null; close: () => void }) {
  const form = useForm(vacancy ? careersCalls.update : careersCalls.create, {
    saved: vacancy,
    from: textOf,
    blank,
    given: (text, { revision }) => {
      const given = { ...text, closes_on: text.closes_on || null };
      return vacancy ? { id: vacancy.id, revision: revision ?? vacancy.revision, ...given } : given;
    },
    said: ({ title: name }) => (vacancy ? m.said_saved({ name }) : m.said_added({ name })),
    done: close,
  });
  const labels = {
    title: m.careers_field_title(),
    department: m.careers_field_department(),
    place: m.careers_field_place(),
    kind: m.careers_field_kind(),
    closes_on: m.careers_field_closes(),
    body: m.careers_field_body(),
  };
  const field = (name: keyof typeof labels) => ({ ...form.text(name), label: labels[name] });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={vacancy ? m.careers_edit() : m.careers_new()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.careers_save()} />}
    >
      <EditConflictDialog form={form} labels={labels} spoken={(name, text) => (name === 'kind' ? jobKindLabels[text.kind]() : undefined)} />
      <TextInput {...field('title')} maxLength={120} />
      <TextInput {...field('department')} maxLength={80} />
      <TextInput {...field('place')} maxLength={80} />
      <NativeSelect {...field('kind')} data={jobKinds.map((kind) => ({ value: kind, label: jobKindLabels[kind]() }))} />
      <TextInput {...field('closes_on')} type="date" />
      <Textarea {...field('body')} description={m.careers_field_body_help()} autosize minRows={8} maxRows={18} />
    </FormDrawer>
  );
}
