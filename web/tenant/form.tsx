import { Checkbox, TagsInput, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { isPlausiblePhone } from '#contract/kernel/phone-text.ts';
import { type TenantDetails, tenantCalls } from '#contract/tenant/calls.ts';
import { tagMost, tagsMost } from '#contract/tenant/status.ts';
import { useCall } from '#web/client/use-call.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { type FormHandle, useForm } from '#web/forms/use-form.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { KnownTenantNote } from './parts.tsx';

type Values = { name: string; phone: string; email: string; tags: string[]; anyway: boolean };
const check = ({ phone, email }: Values): Record<string, string> => {
  if (phone.trim() && !isPlausiblePhone(phone)) return { phone: m.tenant_need_phone() };
  return phone.trim() || email.trim() ? {} : { phone: m.tenant_need_reach() };
};
const blank: Values = { name: '', phone: '', email: '', tags: [], anyway: false };
const valuesOf = ({ name, phone, email, tags }: TenantDetails): Values => ({ name, phone: phone ?? '', email: email ?? '', tags, anyway: false });

/** The form to create a tenant record manually. */
export function TenantForm({ close, done }: { close: () => void; done: (tenant: TenantDetails) => unknown }) {
  const form = useForm(tenantCalls.create, {
    blank,
    given: (values) => values,
    says: { name: m.tenant_need_name },
    check,
    said: ({ name }) => m.said_added({ name }),
    done: (tenant) => void done(tenant),
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.tenant_new()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.tenant_save()} />}
    >
      <Fields form={form} />
    </FormDrawer>
  );
}

/** The form to correct a tenant record. */
export function CorrectTenantForm({ tenant, close }: { tenant: TenantDetails; close: () => void }) {
  const form = useForm(tenantCalls.update, {
    saved: tenant,
    from: valuesOf,
    given: (values, { revision }) => ({ id: tenant.id, ...values, revision }),
    says: { name: m.tenant_need_name },
    check,
    said: ({ name }) => m.said_saved({ name }),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.tenant_correct()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.tenant_save()} />}
    >
      <EditConflictDialog
        form={form}
        labels={{
          name: m.tenant_field_name(),
          phone: m.tenant_field_phone(),
          email: m.tenant_field_email(),
          tags: m.tenant_tags(),
          anyway: m.tenant_anyway(),
        }}
      />
      <Fields form={form} except={tenant.id} />
    </FormDrawer>
  );
}

type Bound = Pick<FormHandle<Values>, 'values' | 'text' | 'field' | 'tick'>;

function Fields({ form: { values, text, field, tick }, except }: { form: Bound; except?: number }) {
  // One text for both fields, so that the query changes only when something was typed.
  const [typed] = useDebouncedValue(`${values.phone}\n${values.email}`, 400);
  const [number = '', address = ''] = typed.split('\n');
  const tags = useCall(tenantCalls.listTags, {}).data?.results ?? [];
  const phone = isPlausiblePhone(number) ? number : undefined;
  const email = /.@.+\../.test(address) ? address : undefined;
  const found = useCall(
    tenantCalls.findKnown,
    { ...(phone ? { phone } : {}), ...(email ? { email } : {}), ...(except ? { except } : {}) },
    { enabled: Boolean(phone ?? email), quiet: true },
  ).data;
  const asked = Boolean(phone ?? email);
  const shown = asked ? (found?.results ?? []) : [];
  return (
    <>
      <TextInput {...text('name')} label={m.tenant_field_name()} maxLength={120} data-autofocus />
      <TextInput {...text('phone')} label={m.tenant_field_phone()} type="tel" placeholder="0712 345 678" />
      <TextInput {...text('email')} label={`${m.tenant_field_email()} ${m.shell_optional()}`} type="email" />
      <KnownTenantNote known={shown} />
      {asked && found?.elsewhere && <Note tone="guard">{m.tenant_known_elsewhere()}</Note>}
      {shown.length > 0 && shown.every(({ by }) => by !== 'phone') && <Checkbox {...tick('anyway')} label={m.tenant_anyway()} />}
      <TagsInput
        {...field('tags')}
        label={`${m.tenant_tags()} ${m.shell_optional()}`}
        description={m.tenant_tags_help()}
        data={tags}
        maxTags={tagsMost}
        maxLength={tagMost}
        acceptValueOnBlur
      />
    </>
  );
}
