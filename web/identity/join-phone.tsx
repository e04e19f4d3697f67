import { type ReactNode, useState } from 'react';
import { findUserTypeForPath } from '#contract/booking/application-path.ts';
import { phoneProofValidityDays } from '#contract/identity/phone-age.ts';
import { SupportLinks } from '#web/layout/support.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './identity.module.css';
import { PhoneCodeForm } from './phone-form.tsx';
import type { SignInProblem } from './sign-in-form.tsx';

type Props = {
  csrfToken: string;
  callbackUrl: string;
  sent: boolean;
  problem: SignInProblem | null;
  /** The error as text, as in the other sign-in forms. */
  said: ReactNode;
  done: () => Promise<void>;
  failed: (problem: SignInProblem | null) => void;
  signIn: () => void;
};

const isAsked = (problem: SignInProblem | null): boolean => problem?.error === 'PhoneOld' || problem?.error === 'PhoneElsewhere';

/** The title for the purpose of the visit. */
export const getJoinTitle = (to: string): string => (findUserTypeForPath(to) === 'bid' ? m.identity_bid_title() : m.identity_apply_title());

/** Applicants and bidders sign in with number, code and name, whether new or known: no password, no email. */
export function JoinByPhoneForm({ problem, said, signIn, ...form }: Props) {
  // The number belongs to an older account, or is typed into one: its holder must say whether that account is theirs.
  const [old, setOld] = useState(isAsked(problem));
  return (
    <>
      <h1 className={classes.title}>{getJoinTitle(form.callbackUrl)}</h1>
      <p className={classes.lead}>{m.identity_apply_lead()}</p>
      <PhoneCodeForm
        {...form}
        join
        asksName
        asksFresh={old}
        problem={
          problem?.error === 'PhoneOld' ? (
            <Note tone="guard" alert>
              {m.invitation_public_phone_old({ days: phoneProofValidityDays })}
              <SupportLinks />
            </Note>
          ) : (
            said
          )
        }
        label={m.identity_onboarding_continue()}
        failed={(next) => {
          if (isAsked(next)) setOld(true);
          form.failed(next);
        }}
      >
        <Button variant="subtle" tone="gray" fullWidth onClick={signIn}>
          {m.identity_apply_account()}
        </Button>
      </PhoneCodeForm>
    </>
  );
}
