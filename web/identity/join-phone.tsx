import { type ReactNode, useState } from 'react';
import { comesTo } from '#contract/booking/path.ts';
import { phoneDays } from '#contract/identity/phone-age.ts';
import { Support } from '#web/layout/support.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './identity.module.css';
import { PhoneForm } from './phone-form.tsx';
import type { Problem } from './sign-in-form.tsx';

type Props = {
  csrfToken: string;
  callbackUrl: string;
  sent: boolean;
  problem: Problem | null;
  /** The problem in words, as elsewhere where one signs in. */
  said: ReactNode;
  done: () => Promise<void>;
  failed: (problem: Problem | null) => void;
  signIn: () => void;
};

const isAsked = (problem: Problem | null): boolean => problem?.error === 'PhoneOld' || problem?.error === 'PhoneElsewhere';

/** What they came for, in the page's own words. */
export const joinTitle = (to: string): string => (comesTo(to) === 'bid' ? m.identity_bid_title() : m.identity_apply_title());

/** Who comes to apply or bid is in by number, code and name, whether they were here before or not: no password, no mail. */
export function JoinByPhone({ problem, said, signIn, ...form }: Props) {
  // The number opened an account long ago, or stands in one: whose it is now says whether that is theirs, until it is answered.
  const [old, setOld] = useState(isAsked(problem));
  return (
    <>
      <h1 className={classes.title}>{joinTitle(form.callbackUrl)}</h1>
      <p className={classes.lead}>{m.identity_apply_lead()}</p>
      <PhoneForm
        {...form}
        join
        asksName
        asksFresh={old}
        problem={
          problem?.error === 'PhoneOld' ? (
            <Note tone="guard" alert>
              {m.invitation_public_phone_old({ days: phoneDays })}
              <Support />
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
      </PhoneForm>
    </>
  );
}
