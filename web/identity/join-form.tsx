import { type FormEvent, useState } from 'react';
import { joinCalls } from '#contract/identity/join-calls.ts';
import { minPassword } from '#contract/identity/links.ts';
import { looksLikePhone } from '#contract/kernel/phone-text.ts';
import { send } from '#web/client/client.ts';
import { sayError } from '#web/client/errors.ts';
import { Refused } from '#web/client/send.ts';
import { useApp } from '#web/layout/app.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { TextField } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { PasswordField } from '#web/ui/public/password-field.tsx';
import { toast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './identity.module.css';
import { Switch } from './sign-in-form.tsx';

type Fields = { name: string; email: string; phone: string; password: string };
type Wrong = Partial<Record<keyof Fields, string>>;

function wrongOf({ name, email, phone, password }: Fields): Wrong {
  return {
    ...(name.trim().length < 2 ? { name: m.identity_onboarding_name_needed() } : {}),
    ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: m.identity_email_needed() }),
    ...(looksLikePhone(phone) ? {} : { phone: m.identity_onboarding_phone_needed() }),
    ...(password.length < minPassword ? { password: m.identity_password_short({ length: minPassword }) } : {}),
  };
}

/** Joining. The page says the same whether the address was free or not; the mail tells its owner. */
export function JoinForm({ signIn }: { signIn: () => void }) {
  const { word, locale } = useApp();
  const [fields, setFields] = useState<Fields>({ name: '', email: '', phone: '', password: '' });
  const [wrong, setWrong] = useState<Wrong>({});
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const bind = (name: keyof Fields) => ({
    name,
    value: fields[name],
    error: wrong[name],
    required: true,
    onChange: (event: { currentTarget: HTMLInputElement }) => setFields({ ...fields, [name]: event.currentTarget.value }),
  });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const problems = wrongOf(fields);
    setWrong(problems);
    if (Object.keys(problems).length > 0) return;
    setBusy(true);
    try {
      await send(joinCalls.join, { ...fields, email: fields.email.trim(), locale });
      setSent(true);
    } catch (problem) {
      if (problem instanceof Refused && problem.body.fields) setWrong(problem.body.fields);
      else toast({ kind: 'error', ...sayError(problem, word) });
    } finally {
      setBusy(false);
    }
  }

  if (sent) {
    return (
      <>
        <h1 className={classes.title}>{m.identity_join_sent_title()}</h1>
        <p className={classes.lead}>{m.identity_join_sent_text({ email: fields.email.trim() })}</p>
        <div className={classes.form}>
          <Note tone="info">{m.identity_join_sent_nothing()}</Note>
          <Button size="md" variant="default" fullWidth onClick={signIn}>
            {m.identity_to_sign_in()}
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <h1 className={classes.title}>{m.identity_join_title()}</h1>
      <p className={classes.lead}>{m.identity_join_lead()}</p>
      <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField {...bind('name')} label={m.identity_onboarding_name()} autoComplete="name" />
        <TextField {...bind('email')} type="email" label={m.identity_email()} autoComplete="username" inputMode="email" />
        <TextField {...bind('phone')} type="tel" label={m.identity_onboarding_phone()} autoComplete="tel" inputMode="tel" />
        <PasswordField
          {...bind('password')}
          label={m.identity_password()}
          hint={!wrong.password && m.identity_password_rule({ length: minPassword })}
          showLabel={m.identity_password_show()}
          hideLabel={m.identity_password_hide()}
          autoComplete="new-password"
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          {m.identity_join_button()}
        </Button>
      </form>
      <Switch text={m.identity_have_account()} label={m.identity_sign_in()} prompt="login" go={signIn} />
    </>
  );
}
