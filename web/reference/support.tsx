import { Button, TextInput } from '@mantine/core';
import { type SupportContacts as Contacts, supportCalls } from '#contract/reference/support-calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import { UnsavedChangesGuard } from '#web/forms/unsaved-changes.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDateTime, phone as spaced } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './support.module.css';

const labelsOf = () => ({
  phone: m.reference_support_phone(),
  whatsapp: m.reference_support_whatsapp(),
  email: m.reference_support_email(),
  hours_en: m.reference_support_hours_en(),
  hours_sw: m.reference_support_hours_sw(),
});
const draftOf = ({ phone, whatsapp, email, hours_en, hours_sw }: Contacts) => ({
  phone: phone ? spaced(phone) : '',
  whatsapp: whatsapp ? spaced(whatsapp) : '',
  email,
  hours_en,
  hours_sw,
});

/** The form for the support contacts, which pages and mails use as soon as they are saved. */
export default function SupportContacts() {
  const found = useCall(supportCalls.contacts, {});
  if (!found.data) return <LoadingState answer={found} />;
  return <Form contacts={found.data} />;
}

function Form({ contacts }: { contacts: Contacts }) {
  const form = useForm(supportCalls.save, {
    saved: contacts,
    from: draftOf,
    given: (values, { revision }) => ({ ...values, revision: revision ?? contacts.revision }),
    says: { phone: m.problem_phone, whatsapp: m.problem_phone, email: m.reference_support_email_needed },
    stays: true,
    said: () => m.said_support(),
  });
  const { by, updated_at } = contacts;
  const labels = labelsOf();
  return (
    <>
      <PageHeader title={m.screens_reference_support()} sub={m.reference_support_sub()} />
      <Panel title={m.reference_support_panel()}>
        <EditConflictDialog form={form} labels={labels} />
        <form noValidate className={classes.form} onSubmit={form.submit}>
          <TextInput {...form.text('phone')} label={`${labels.phone} ${m.shell_optional()}`} type="tel" maxLength={40} />
          <TextInput {...form.text('whatsapp')} label={`${labels.whatsapp} ${m.shell_optional()}`} type="tel" maxLength={40} />
          <TextInput {...form.text('email')} label={labels.email} type="email" maxLength={320} />
          <TextInput
            {...form.text('hours_en')}
            label={`${labels.hours_en} ${m.shell_optional()}`}
            description={m.reference_support_hours_help()}
            maxLength={80}
          />
          <TextInput {...form.text('hours_sw')} label={`${labels.hours_sw} ${m.shell_optional()}`} maxLength={80} />
          <div>
            <Button type="submit" loading={form.busy}>
              {m.reference_support_save()}
            </Button>
          </div>
          <p className={classes.quiet}>
            {updated_at
              ? m.reference_support_by({ name: by ?? m.reference_support_gone(), date: formatDateTime(updated_at) })
              : m.reference_support_default()}
          </p>
        </form>
      </Panel>
      <UnsavedChangesGuard form={form} name={m.screens_reference_support()} />
    </>
  );
}
