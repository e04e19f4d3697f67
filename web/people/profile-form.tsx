import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { FamilyOwnCalls, PersonDetails } from '#contract/people/calls.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { phone as spaced } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './people.module.css';
import { useVerifiedNameConfirmation } from './verified-name.tsx';

/** Name, phone and language. A new language applies at once: the page reloads in it, and the server stores it. */
export function ProfileForm({ person, calls }: { person: PersonDetails; calls: FamilyOwnCalls }) {
  const { reread, locale: shown } = useApp();
  const form = useForm(calls.update, {
    blank: { name: person.name, phone: person.phone ? spaced(person.phone) : '', locale: person.locale },
    given: ({ name, phone, locale }) => ({ name: name.trim(), phone: phone.trim(), locale }),
    says: { name: m.profile_need_name },
    check: ({ name }): Record<string, string> => (name.trim().length < 2 ? { name: m.profile_need_name() } : {}),
    said: () => m.said_details(),
    done: ({ locale }) => {
      void reread();
      if (locale !== shown) window.location.assign(`${window.location.pathname}?lang=${locale}`);
    },
  });
  const { ask, dialog } = useVerifiedNameConfirmation(person, { name: form.values.name.trim() }, form.submit);
  return (
    <Panel title={m.profile_details()}>
      <form noValidate className={classes.form} onSubmit={ask}>
        <TextInput {...form.text('name')} label={m.profile_name()} maxLength={120} autoComplete="name" />
        {person.email !== null && (
          <TextInput label={m.profile_email()} description={m.profile_email_help()} value={person.email} readOnly autoComplete="email" />
        )}
        <TextInput {...form.text('phone')} label={`${m.profile_phone()} ${m.shell_optional()}`} type="tel" maxLength={30} autoComplete="tel" />
        <NativeSelect
          {...form.text('locale')}
          label={m.profile_language()}
          description={m.profile_language_help()}
          data={[
            { value: 'en', label: m.shell_language_english() },
            { value: 'sw', label: m.shell_language_kiswahili() },
          ]}
        />
        <div className={classes.actions}>
          <Button type="submit" loading={form.busy}>
            {m.profile_save()}
          </Button>
        </div>
      </form>
      {dialog}
    </Panel>
  );
}
