import { Checkbox, FileInput, NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { paperCalls, type TenancyDocument } from '#contract/paper/calls.ts';
import { type TenancyDocumentKind, tenancyDocumentKinds, tenantUploadKinds } from '#contract/paper/kinds.ts';
import { tenancyDocumentKindLabels } from '#contract/paper/labels.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { m } from '#words/messages.js';

const types = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'].join(',');
const choices = (kinds: readonly TenancyDocumentKind[]) => kinds.map((value) => ({ value, label: tenancyDocumentKindLabels[value]() }));
const chosen = ({ file }: { file: File | null }): Record<string, string> => (file ? {} : { file: m.paper_need_file() });
const named = ({ name }: { name: string }): Record<string, string> => (name.trim() ? {} : { name: m.paper_need_name() });
/** A missing file is reported at its field before anything is sent. */
const bytes = (file: File | null): Blob => file ?? new Blob();

const Choose = ({
  form,
}: {
  form: { values: { file: File | null }; problems: Record<string, string | undefined>; set: (name: 'file', file: File | null) => void };
}) => (
  <FileInput
    label={m.paper_field_file()}
    placeholder={m.paper_file_choose()}
    description={m.paper_file_help()}
    accept={types}
    value={form.values.file}
    onChange={(file) => form.set('file', file)}
    error={form.problems.file}
    clearable
    clearButtonProps={{ 'aria-label': m.paper_file_clear() }}
  />
);

/** The expiry date of the document, if it has one. */
const Until = (field: TextInputProps) => (
  <TextInput {...field} type="date" label={`${m.paper_field_until()} ${m.shell_optional()}`} description={m.paper_until_help()} />
);

type Frame = { title: string; label?: string; close: () => void; form: { submit: () => void; busy: boolean }; children: ReactNode };
const PaperDrawer = ({ title, label = m.paper_save(), close, form, children }: Frame) => (
  <FormDrawer
    opened
    onClose={close}
    title={title}
    closeLabel={m.shell_close()}
    onSubmit={form.submit}
    actions={<DrawerActions close={close} busy={form.busy} label={label} />}
  >
    {children}
  </FormDrawer>
);

export function AddDocumentForm({ tenancyId, manages, close }: { tenancyId: number; manages: boolean; close: () => void }) {
  const kinds = manages ? tenancyDocumentKinds : tenantUploadKinds;
  const form = useForm(paperCalls.add, {
    blank: { kind: kinds[0] ?? ('other' as TenancyDocumentKind), name: '', expires_on: '', shared: true, file: null as File | null },
    given: ({ kind, name, expires_on, shared, file }) => ({
      tenancy_id: tenancyId,
      kind,
      name,
      expires_on,
      ...(manages ? { shared: shared ? ('true' as const) : ('false' as const) } : {}),
      file: bytes(file),
    }),
    check: (values) => ({ ...named(values), ...chosen(values) }),
    inPlace: true,
    said: (_, { name }) => m.said_added({ name }),
    done: close,
  });
  return (
    <PaperDrawer title={m.paper_add()} close={close} form={form}>
      <NativeSelect {...form.text('kind')} label={m.paper_field_kind()} data={choices(kinds)} />
      <TextInput {...form.text('name')} label={m.paper_field_name()} placeholder={m.paper_name_hint()} maxLength={200} />
      <Choose form={form} />
      <Until {...form.text('expires_on')} />
      {manages && <Checkbox {...form.tick('shared')} label={m.paper_field_shared()} />}
    </PaperDrawer>
  );
}

export function RequestDocumentForm({ tenancyId, close }: { tenancyId: number; close: () => void }) {
  const form = useForm(paperCalls.request, {
    blank: { kind: 'id' as TenancyDocumentKind, name: '' },
    given: (values) => ({ tenancy_id: tenancyId, ...values }),
    check: named,
    inPlace: true,
    said: (_, { name }) => m.paper_said_asked({ name }),
    done: close,
  });
  return (
    <PaperDrawer title={m.paper_ask_title()} close={close} form={form} label={m.paper_ask()}>
      <NativeSelect {...form.text('kind')} label={m.paper_field_kind()} data={choices(tenantUploadKinds)} />
      <TextInput
        {...form.text('name')}
        label={m.paper_field_name()}
        placeholder={m.paper_name_hint()}
        description={m.paper_ask_help()}
        maxLength={200}
      />
    </PaperDrawer>
  );
}

export function ReplaceDocumentForm({ paper, close }: { paper: TenancyDocument; close: () => void }) {
  const form = useForm(paperCalls.replace, {
    blank: { file: null as File | null, expires_on: '' },
    given: ({ file, expires_on }) => ({ id: paper.id, expires_on, file: bytes(file) }),
    check: chosen,
    inPlace: true,
    said: () => m.said_saved({ name: paper.name }),
    done: close,
  });
  return (
    <PaperDrawer
      title={paper.standing === 'missing' ? m.paper_bring_title({ name: paper.name }) : m.paper_replace_title({ name: paper.name })}
      close={close}
      form={form}
    >
      <Choose form={form} />
      <Until {...form.text('expires_on')} />
    </PaperDrawer>
  );
}

export function ChangeDocumentForm({ paper, close }: { paper: TenancyDocument; close: () => void }) {
  const form = useForm(paperCalls.update, {
    blank: { name: paper.name, expires_on: paper.expires_on ?? '', shared: paper.shared, required: paper.required },
    given: ({ expires_on, ...values }) => ({ id: paper.id, ...values, expires_on: expires_on || null }),
    check: named,
    inPlace: true,
    said: (_, { name }) => m.said_saved({ name: name ?? paper.name }),
    done: close,
  });
  return (
    <PaperDrawer title={m.paper_change()} close={close} form={form}>
      <TextInput {...form.text('name')} label={m.paper_field_name()} maxLength={200} />
      <Until {...form.text('expires_on')} />
      <Checkbox {...form.tick('shared')} label={m.paper_field_shared()} />
      <Checkbox {...form.tick('required')} label={m.paper_field_required()} />
    </PaperDrawer>
  );
}
