import { IconUserCircle, IconX } from '#web/ui/icons.ts';
import { Button } from '#web/ui/public/button.tsx';
import { m } from '#words/messages.js';
import classes from './identity.module.css';
import { type KnownAccount, readKnownAccounts, removeKnownAccount } from './known-accounts.ts';

/** Accounts used on this device before; each can be removed from the list. */
export function AccountPicker({
  known,
  setKnown,
  pick,
}: {
  known: readonly KnownAccount[];
  setKnown: (known: KnownAccount[]) => void;
  pick: (email: string) => void;
}) {
  return (
    <>
      <h1 className={classes.title}>{m.identity_choose_account()}</h1>
      <p className={classes.lead}>{m.identity_choose_account_lead()}</p>
      <ul className={classes.accounts}>
        {known.map(({ name, email }) => (
          <li key={email}>
            <button type="button" onClick={() => pick(email)}>
              <IconUserCircle size={28} aria-hidden />
              <span>
                <b>{name}</b>
                <small>{email}</small>
              </span>
            </button>
            <button
              type="button"
              className={classes.forget}
              aria-label={m.identity_forget_account({ email })}
              title={m.identity_forget_account({ email })}
              onClick={() => {
                removeKnownAccount(email);
                setKnown(readKnownAccounts());
              }}
            >
              <IconX size={18} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <Button size="md" variant="default" fullWidth onClick={() => pick('')}>
        {m.identity_other_account()}
      </Button>
    </>
  );
}
