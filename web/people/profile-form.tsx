import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Owning, PersonFull } from '#contract/people/calls.ts';
import { useAct } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { phone as spaced } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { fieldsOf, type Problems } from './forms.tsx';
import classes from './people.module.css';

/** Name, phone and language. A new language shows at once: the page is asked for anew in it, and the server remembers. */
export function ProfileForm({ person, calls }: { person: PersonFull; calls: Owning }) {
  const { reread, locale: shown } = useApp();
  const [name, setName] = useState(person.name);
  const [phone, setPhone] = useState(person.phone ? spaced(person.phone) : '');
  const [locale, setLocale] = useState<'en' | 'sw'>(person.locale);
  const [problems, setProblems] = useState<Problems>({});
  const act = useAct(calls.update, {
    handles: (problem) => {
      const fields = fieldsOf(problem);
      setProblems(fields ?? {});
      return fields !== null;
    },
    done: () => {
      setProblems({});
      void reread();
      if (locale !== shown) window.location.assign(`${window.location.pathname}?lang=${locale}`);
    },
  });
  const save = () => {
    if (name.trim().length < 2) return setProblems({ name: m.profile_need_name() });
    act.mutate({ name: name.trim(), phone: phone.trim(), locale });
  };
  return (
    <Panel title={m.profile_details()}>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextInput
          label={m.profile_name()}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={problems.name}
          maxLength={120}
          autoComplete="name"
        />
        <TextInput label={m.profile_email()} description={m.profile_email_help()} value={person.email} readOnly autoComplete="email" />
        <TextInput
          label={`${m.profile_phone()} ${m.shell_optional()}`}
          type="tel"
          value={phone}
          onChange={(event) => setPhone(event.currentTarget.value)}
          error={problems.phone}
          maxLength={30}
          autoComplete="tel"
        />
        <NativeSelect
          label={m.profile_language()}
          description={m.profile_language_help()}
          value={locale}
          onChange={(event) => setLocale(event.currentTarget.value === 'sw' ? 'sw' : 'en')}
          data={[
            { value: 'en', label: m.shell_language_english() },
            { value: 'sw', label: m.shell_language_kiswahili() },
          ]}
        />
        <div className={classes.actions}>
          <Button type="submit" loading={act.isPending}>
            {m.profile_save()}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
