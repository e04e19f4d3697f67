import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { invitationCalls } from '#contract/invitation/calls.ts';
import { invitationPublicScreens } from '#contract/invitation/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { AuthPage } from '#web/layout/auth-page.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { Button } from '#web/ui/public/button.tsx';
import { TextField } from '#web/ui/public/field.tsx';
import { m } from '#words/messages.js';
import classes from './invitation.module.css';

export const handle = makeScreenHandle(invitationPublicScreens.enter, m.screens_invitation_enter);

export async function loader({ context, request }: LoaderFunctionArgs) {
  const typed = new URL(request.url).searchParams.get('short_code') ?? '';
  const page = { title: m.invitation_public_code_title() };
  if (!typed) return data({ typed, problem: null, page });
  const outcome = await readServerFunctions(context).call(invitationCalls.findByShortCode, { short_code: typed });
  if (outcome.ok) throw redirect(outcome.value.page);
  const slow = outcome.status === 429;
  return data({ typed, problem: slow ? ('slow' as const) : ('wrong' as const), page }, { status: slow ? 429 : 404 });
}

/** The page for codes from a poster. A plain form, so that it works without JavaScript. */
export default function EnterInvitationCodePage() {
  const { typed, problem } = useLoaderData<typeof loader>();
  const says = problem === 'slow' ? m.invitation_public_slow_text() : problem === 'wrong' ? m.invitation_public_code_wrong() : undefined;
  return (
    <AuthPage>
      <h1 className={classes.title}>{m.invitation_public_code_title()}</h1>
      <form className={classes.form} method="get" action={href(invitationPublicScreens.enter)}>
        <TextField
          name="short_code"
          label={m.invitation_public_code()}
          hint={m.invitation_public_code_text()}
          defaultValue={typed}
          error={says}
          autoCapitalize="characters"
          autoComplete="off"
          required
        />
        <Button type="submit" size="md" fullWidth>
          {m.invitation_public_code_open()}
        </Button>
      </form>
    </AuthPage>
  );
}
