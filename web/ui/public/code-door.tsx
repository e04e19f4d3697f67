import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import classes from './code-door.module.css';
import { TextField } from './field.tsx';
import { Note } from './note.tsx';

export interface CodeDoorProps {
  /** Where a code would go; where it went, once it was sent. */
  text: ReactNode;
  problem: string;
  sent: boolean;
  busy: boolean;
  ask: () => void;
  open: (code: string) => void;
  words: Readonly<Record<'ask' | 'code' | 'open' | 'again', string>>;
}

/** The door behind a link: the link alone opens nothing, a code to the phone or the mailbox it was meant for does. */
export function CodeDoor({ text, problem, sent, busy, ask, open, words }: CodeDoorProps) {
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
