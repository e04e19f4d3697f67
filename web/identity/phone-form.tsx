import { type FormEvent, type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isPlausiblePhone } from '#contract/kernel/phone-text.ts';
import { Button } from '#web/ui/public/button.tsx';
import { CheckField, TextField } from '#web/ui/public/field.tsx';
import { m } from '#words/messages.js';
import classes from './identity.module.css';
import { type SignInProblem, submitSignInForm } from './sign-in-form.tsx';

type Props = {
  csrfToken: string;
  callbackUrl: string;
  /** `key/id` of the invitation whose number is used; otherwise the number is typed. */
  invitation?: string;
  /** An unknown number creates an account. */
  join?: boolean;
  /** A new person also gives their name. */
  asksName: boolean;
  /** The holder of a number with an older account says whether that account is theirs. */
  asksFresh?: boolean;
  /** The address contains that a code was sent: after a reload, in a second tab, without JavaScript. */
  sent: boolean;
  problem: ReactNode;
  label: string;
  done: () => Promise<void>;
  failed: (problem: SignInProblem | null) => void;
  children?: ReactNode;
};

/** A phone number and its texted code. Two plain forms: without JavaScript they post and the server redirects. */
export function PhoneCodeForm({
  csrfToken,
  callbackUrl,
  invitation = '',
  join = false,
  asksName,
  asksFresh = false,
  sent,
  problem,
  label,
  done,
  failed,
  children,
}: Props) {
  const [coded, setCoded] = useState(sent);
  const [number, setNumber] = useState('');
  const [wrong, setWrong] = useState(false);
  const [, setParams] = useSearchParams();
  const [busy, setBusy] = useState(false);

  async function ask(event?: FormEvent<HTMLFormElement>): Promise<void> {
    event?.preventDefault();
    const bad = !invitation && !isPlausiblePhone(number);
    setWrong(bad);
    if (bad) return;
    setBusy(true);
    const refused = await submitSignInForm('/api/auth/signin/phone', { phone: number, invitation, join: String(join), callbackUrl });
    failed(refused);
    if (!refused) toCode();
    setBusy(false);
  }
  /** Stored in the address, so that a reload shows the code form at once. */
  const toCode = () => {
    setCoded(true);
    setParams(
      (old) => {
        old.set('step', 'code');
        old.delete('error');
        return old;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const fields = Object.fromEntries(['phone', 'name', 'code', 'fresh'].map((name) => [name, String(typed.get(name) ?? '')]));
    setBusy(true);
    const refused = await submitSignInForm('/api/auth/callback/phone', { ...fields, invitation, join: String(join), callbackUrl });
    await (refused ? failed(refused) : done());
    setBusy(false);
  }
  const hidden = (
    <>
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
      {invitation && <input type="hidden" name="invitation" value={invitation} />}
      {join && <input type="hidden" name="join" value="true" />}
    </>
  );
  const phone = !invitation && (
    <TextField
      name="phone"
      type="tel"
      inputMode="tel"
      label={m.identity_onboarding_phone()}
      autoComplete="tel"
      value={number}
      error={wrong ? m.identity_onboarding_phone_needed() : undefined}
      onChange={(event) => setNumber(event.currentTarget.value)}
      required
    />
  );
  if (!coded)
    return (
      <form className={classes.form} method="post" action="/api/auth/signin/phone" onSubmit={(event) => void ask(event)}>
        {problem}
        {hidden}
        {phone}
        <Button type="submit" size="md" fullWidth loading={busy}>
          {m.identity_phone_send()}
        </Button>
        <Button variant="subtle" tone="gray" fullWidth onClick={toCode}>
          {m.identity_phone_have()}
        </Button>
        {children}
      </form>
    );
  return (
    <form className={classes.form} method="post" action="/api/auth/callback/phone" onSubmit={(event) => void submit(event)}>
      {problem}
      {hidden}
      {phone}
      <TextField
        name="code"
        label={m.identity_phone_code()}
        hint={invitation ? m.identity_phone_code_invited() : join ? m.identity_phone_code_join() : m.identity_phone_code_hint()}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        minLength={6}
        maxLength={9}
        autoFocus
      />
      {asksName && <TextField name="name" label={m.identity_onboarding_name()} autoComplete="name" required minLength={2} maxLength={120} />}
      {asksFresh && <CheckField name="fresh" value="true" label={m.identity_phone_fresh()} required />}
      <Button type="submit" size="md" fullWidth loading={busy}>
        {label}
      </Button>
      <Button variant="subtle" tone="gray" fullWidth onClick={() => (invitation || number ? void ask() : setCoded(false))}>
        {m.identity_phone_again()}
      </Button>
      {children}
    </form>
  );
}
