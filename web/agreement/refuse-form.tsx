import { type FormEvent, useState } from 'react';
import { Button } from '#web/ui/public/button.tsx';
import { TextArea } from '#web/ui/public/field.tsx';
import { m } from '#words/messages.js';
import classes from './agreement.module.css';

type Props = { title: string; hint?: string; button: string; busy: boolean; refuse: (reason: string) => void };

/** The form for rejecting an agreement with a reason, under a heading of its own. */
export function RejectAgreementForm({ title, hint, button, busy, refuse }: Props) {
  const [reason, setReason] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    refuse(reason.trim());
  };
  return (
    <details className={classes.more}>
      <summary>{title}</summary>
      <form className={classes.form} onSubmit={send}>
        <TextArea
          label={m.agreement_sign_why()}
          hint={hint}
          value={reason}
          minLength={3}
          maxLength={500}
          required
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" tone="red" variant="default" loading={busy}>
            {button}
          </Button>
        </div>
      </form>
    </details>
  );
}
