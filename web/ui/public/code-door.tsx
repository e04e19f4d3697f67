import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import classes from './code-door.module.css';
import { TextField } from './field.tsx';
import { Note } from './note.tsx';

export interface CodeVerificationPanelProps {
  /** The text that names the phone number or email address of the code, before and after the code is sent. */
  text: ReactNode;
  problem: string;
  sent: boolean;
  busy: boolean;
  ask: () => void;
  open: (code: string) => void;
  words: Readonly<Record<'ask' | 'code' | 'open' | 'again', string>>;
}

/** The verification page of a guest link. The link alone opens nothing: a code to the phone number or mailbox of the recipient is required. */
export function CodeVerificationPanel({ text, problem, sent, busy, ask, open, words }: CodeVerificationPanelProps) {
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    open(code.trim());
  };
  return (
    <>
      <p>{text}</p>
      {problem && (
        <Note tone="bad" alert>
          {problem}
        </Note>
      )}
      {sent ? (
        <form className={classes.code} onSubmit={submit}>
          <TextField
            label={words.code}
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            minLength={4}
            maxLength={12}
            required
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" size="md" loading={busy}>
            {words.open}
          </Button>
          <Button variant="subtle" onClick={ask}>
            {words.again}
          </Button>
        </form>
      ) : (
        <div>
          <Button size="md" loading={busy} onClick={ask}>
            {words.ask}
          </Button>
        </div>
      )}
    </>
  );
}
