import { useState } from 'react';
import { joinCalls } from '#contract/identity/join-calls.ts';
import { minPasswordLength } from '#contract/identity/links.ts';
import { usePublicForm } from '#web/forms/use-public-form.ts';
import { schemaChecks } from '#web/forms/validate.ts';
import { useApp } from '#web/layout/app.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { TextField } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { PasswordField } from '#web/ui/public/password-field.tsx';
import { m } from '#words/messages.js';
import classes from './identity.module.css';
import { SignInOrJoinLink } from './sign-in-form.tsx';

/** The join form. The page says the same whether or not the address is free; the email informs its owner. */
export function JoinForm({ callbackUrl, signIn }: { callbackUrl: string; signIn: () => void }) {
  const { locale } = useApp();
  const [sent, setSent] = useState(false);
  const form = usePublicForm(joinCalls.join, {
    blank: { name: '', email: '', phone: '', password: '' },
    given: (typed) => ({ ...typed, email: typed.email.trim(), locale, callbackUrl }),
    by: schemaChecks,
    says: {
      name: m.identity_onboarding_name_needed,
      email: m.identity_email_needed,
      phone: m.identity_onboarding_phone_needed,
      password: () => m.identity_password_short({ length: minPasswordLength }),
    },
    done: () => setSent(true),
  });

  if (sent) {
    return (
      <>
        <h1 className={classes.title}>{m.identity_join_sent_title()}</h1>
        <p className={classes.lead}>{m.identity_join_sent_text({ email: form.values.email.trim() })}</p>
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
      <form className={classes.form} noValidate ref={form.at} onSubmit={form.submit}>
        <TextField {...form.text('name')} required label={m.identity_onboarding_name()} autoComplete="name" />
        <TextField {...form.text('email')} required type="email" label={m.identity_email()} autoComplete="username" inputMode="email" />
        <TextField {...form.text('phone')} required type="tel" label={m.identity_onboarding_phone()} autoComplete="tel" inputMode="tel" />
        <PasswordField
          {...form.text('password')}
          required
          label={m.identity_password()}
          hint={!form.problems.password && m.identity_password_rule({ length: minPasswordLength })}
          showLabel={m.identity_password_show()}
          hideLabel={m.identity_password_hide()}
          autoComplete="new-password"
        />
        <Button type="submit" size="md" fullWidth loading={form.busy}>
          {m.identity_join_button()}
        </Button>
      </form>
      <SignInOrJoinLink text={m.identity_have_account()} label={m.identity_sign_in()} prompt="login" go={signIn} />
    </>
  );
}
