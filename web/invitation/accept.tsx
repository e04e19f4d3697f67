import { useState } from 'react';
import { data, type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { buildSignInPath } from '#contract/access/guard.ts';
import { shouldLeaveCodePage, signInErrors } from '#contract/identity/errors.ts';
import { phoneProofValidityDays } from '#contract/identity/phone-age.ts';
import { identityPublicScreens } from '#contract/identity/public.ts';
import { type InvitationPreview, invitationCalls } from '#contract/invitation/calls.ts';
import { invitationMandateScopeLabels } from '#contract/invitation/labels.ts';
import { invitationPublicScreens } from '#contract/invitation/public.ts';
import { getHomePath } from '#contract/kernel/roles.ts';
import { href } from '#contract/kernel/screen.ts';
import { policyPublicScreens } from '#contract/policy/public.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { CallRejectedError } from '#web/client/send.ts';
import { signOut } from '#web/client/session.ts';
import { usePublicForm } from '#web/forms/use-public-form.ts';
import { schemaChecks } from '#web/forms/validate.ts';
import { PhoneCodeForm } from '#web/identity/phone-form.tsx';
import type { SignInProblem } from '#web/identity/sign-in-form.tsx';
import { toVisitor, useApp } from '#web/layout/app.tsx';
import { AuthPage } from '#web/layout/auth-page.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { getRoleName } from '#web/layout/role-names.ts';
import { SupportLinks } from '#web/layout/support.tsx';
import { findPathAfterSignIn } from '#web/policy/path-after-sign-in.ts';
import { formatDate } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { CheckField, TextField } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './invitation.module.css';
import { formatInvitedCommission } from './mandate-words.ts';

export const handle = makeScreenHandle(invitationPublicScreens.accept, m.screens_invitation_accept);

const statuses: Readonly<Record<InvitationPreview['state'], number>> = { open: 200, used: 410, revoked: 410, expired: 410 };

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const key = { invite_key: params.invite_key ?? '', invite_id: params.invite_id ?? '' };
  const outcome = await readServerFunctions(context).call(invitationCalls.findByKey, key as never);
  const page = { title: m.invitation_public_title() };
  const { csrf } = readServerFunctions(context);
  const asked = new URL(request.url).searchParams;
  const phone = { csrfToken: csrf(), sent: asked.get('step') === 'code', error: signInErrors.find((known) => known === asked.get('error')) ?? null };
  // A malformed key is treated like an unknown one.
  if (!outcome.ok) return data({ key, looked: null, phone, slow: outcome.status === 429, page }, { status: outcome.status === 429 ? 429 : 404 });
  return data({ key, looked: outcome.value, phone, slow: false, page }, { status: statuses[outcome.value.state] });
}

/** Shows the inviter and the offer before acceptance, with a clear page for each way an invitation can end. */
export default function AcceptInvitationPage() {
  const { looked, slow, key } = useLoaderData<typeof loader>();
  const { visitor } = useApp();
  const home = visitor.layout ? getHomePath(visitor.layout) : '/';
  if (slow) return <Over title={m.invitation_public_slow_title()} text={m.invitation_public_slow_text()} />;
  if (!looked) return <Over title={m.invitation_public_unknown_title()} text={m.invitation_public_unknown_text()} />;
  if (looked.state === 'used')
    return (
      <Over
        title={m.invitation_public_used_title()}
        text={looked.mine ? m.invitation_public_mine_text() : m.invitation_public_used_text()}
        {...(looked.mine ? { href: home, label: m.invitation_public_dashboard() } : {})}
      />
    );
  if (looked.state === 'revoked') return <Over title={m.invitation_public_revoked_title()} text={m.invitation_public_revoked_text()} />;
  if (looked.state === 'expired') return <Over title={m.invitation_public_expired_title()} text={m.invitation_public_expired_text()} />;
  return <Open looked={looked} invite={{ invite_key: key.invite_key, invite_id: Number(key.invite_id) }} />;
}

const Over = ({ title, text, href = '/', label = m.invitation_public_home() }: { title: string; text: string; href?: string; label?: string }) => (
  <AuthPage>
    <h1 className={classes.title}>{title}</h1>
    <p className={classes.over}>{text}</p>
    <Button href={href} size="md">
      {label}
    </Button>
  </AuthPage>
);

function headingOf({ kind, inviter, company }: InvitationPreview): string {
  if (kind === 'staff') return m.invitation_public_heading_staff({ inviter, company: company ?? '' });
  const named = { inviter: company ?? inviter };
  if (kind === 'agent') return m.invitation_public_heading_agent(named);
  if (kind === 'owner') return m.invitation_public_heading_owner(named);
  if (kind === 'dealer') return m.invitation_public_heading_dealer(named);
  if (kind === 'admin') return m.invitation_public_heading_admin(named);
  if (kind === 'superadmin') return m.invitation_public_heading_superadmin(named);
  if (kind === 'subadmin') return m.invitation_public_heading_subadmin(named);
  return m.invitation_public_heading_tenant(named);
}

/** What acceptance gives between an owner and an agent, shown before they agree. */
function givesText({ kind, gives, inviter, company }: InvitationPreview): string | null {
  if (!gives) return null;
  const name = company ?? inviter;
  if (gives.manages === 'all') return m.invitation_gives_all({ owner: name });
  if (gives.manages === 'some') return m.invitation_gives_some({ owner: name, properties: gives.properties.join(', ') });
  return kind === 'agent' ? m.invitation_gives_agent({ owner: name }) : m.invitation_gives_owner({ agent: name });
}

function Open({ looked, invite }: { looked: InvitationPreview; invite: { invite_key: string; invite_id: number } }) {
  const { locale } = useApp();
  const facts = [
    [m.invitation_public_from(), looked.inviter],
    [m.invitation_public_company(), looked.company],
    [m.invitation_public_role(), looked.role],
    [m.invitation_gives(), givesText(looked)],
    [m.invitation_gives_scope(), looked.gives?.terms ? invitationMandateScopeLabels[looked.gives.terms.scope]() : null],
    [m.invitation_gives_until(), looked.gives?.terms?.ends_on ? formatDate(looked.gives.terms.ends_on, locale) : null],
    [m.invitation_gives_commission(), formatInvitedCommission(looked.gives?.terms?.commission_bp ?? null)],
    [m.invitation_public_sent_to(), looked.sent_to],
    [m.invitation_public_until(), formatDate(looked.expires_at, locale)],
    [m.invitation_public_message(), looked.message],
  ].filter(([, value]) => value);
  return (
    <AuthPage>
      <h1 className={classes.title}>{headingOf(looked)}</h1>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={classes.message}>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.quiet}>{m.invitation_public_share()}</p>
      <Step looked={looked} invite={invite} />
    </AuthPage>
  );
}

/** What the visitor can do next: sign in or join, read why they cannot accept, or accept. */
function Step({ looked, invite }: { looked: InvitationPreview; invite: { invite_key: string; invite_id: number } }) {
  const { user } = useApp();
  const back = href(invitationPublicScreens.accept, invite);
  if (!user || looked.misfit === 'signed_out') {
    const signIn = (prompt: 'login' | 'create') => `${href(identityPublicScreens.signIn)}?${new URLSearchParams({ callbackUrl: back, prompt })}`;
    return (
      <div className={classes.moves}>
        {looked.by_phone && <ByPhone invite={invite} back={back} />}
        <Button size="md" fullWidth variant={looked.by_phone ? 'default' : 'filled'} href={signIn('login')}>
          {m.invitation_public_sign_in()}
        </Button>
        {/* Who was written to by phone alone is not asked for an e-mail. */}
        {!(looked.by_phone && looked.sent_to?.startsWith('•')) && (
          <Button size="md" fullWidth variant="default" href={signIn('create')}>
            {m.invitation_public_join()}
          </Button>
        )}
      </div>
    );
  }
  if (looked.misfit === null) return <Join looked={looked} invite={invite} email={user.email ?? user.name} />;
  const text =
    looked.misfit === 'other_address'
      ? m.invitation_public_other_address()
      : looked.misfit === 'unproved'
        ? m.invitation_public_unproved()
        : looked.misfit === 'already'
          ? m.invitation_public_already()
          : m.invitation_public_wrong_type({ type: getRoleName(user.user_type) });
  return (
    <div className={classes.moves}>
      <Note tone={looked.misfit === 'already' ? 'good' : 'guard'} alert>
        {text}
      </Note>
      <p className={classes.quiet}>{m.invitation_public_signed_in({ email: user.email ?? user.name })}</p>
      {looked.misfit === 'unproved' && <ByPhone invite={invite} back={back} />}
      {looked.misfit !== 'already' && (
        // The page to return to: the invitation stays open for the next account.
        <Button variant="default" onClick={() => void signOut(back)}>
          {m.shell_sign_out()}
        </Button>
      )}
    </div>
  );
}

/** Joining with the invited phone: typing the texted code signs the person in. */
function ByPhone({ invite, back }: { invite: { invite_key: string; invite_id: number }; back: string }) {
  const { phone } = useLoaderData<typeof loader>();
  const { user, word } = useApp();
  const [problem, setProblem] = useState<SignInProblem | null>(phone.error && { error: phone.error, wait: 0 });
  const failed = (next: SignInProblem | null) => {
    // Two-step sign-in happens on the sign-in page, which leads back here.
    if (next && shouldLeaveCodePage(next.error, true)) window.location.assign(buildSignInPath(back, next.error));
    else setProblem(next);
  };
  // The number belongs to an older account: its present holder must say whether that account is theirs.
  const changed = problem?.error === 'PhoneOld' || problem?.error === 'PhoneTaken';
  const said = problem && (
    <Note tone={problem.error === 'PhoneOld' ? 'guard' : 'bad'} alert>
      {problem.error === 'TooMany'
        ? problem.wait > 0
          ? m.identity_error_too_many({ minutes: Math.ceil(problem.wait / 60) })
          : word('tooManyRequests')
        : problem.error === 'PhoneOld'
          ? m.invitation_public_phone_old({ days: phoneProofValidityDays })
          : problem.error === 'PhoneTaken'
            ? m.identity_error_phone_taken()
            : m.identity_error_phone_code()}
      {changed && <SupportLinks />}
    </Note>
  );
  return (
    <>
      {!user && <p className={classes.quiet}>{m.invitation_public_phone()}</p>}
      <PhoneCodeForm
        csrfToken={phone.csrfToken}
        callbackUrl={back}
        invitation={`${invite.invite_key}/${invite.invite_id}`}
        asksName={!user}
        asksFresh={problem?.error === 'PhoneOld'}
        sent={phone.sent || phone.error === 'PhoneCode'}
        problem={said}
        label={m.identity_onboarding_continue()}
        done={async () => window.location.assign(await findPathAfterSignIn(back))}
        failed={failed}
      />
    </>
  );
}

function Join({ looked, invite, email }: { looked: InvitationPreview; invite: { invite_key: string; invite_id: number }; email: string }) {
  const { word, reread, locale } = useApp();
  const navigate = useNavigate();
  const again = useRevalidator();
  const asks = looked.policies.length > 0;
  const form = usePublicForm(invitationCalls.accept, {
    blank: { company: '', agreed: false },
    given: ({ company }) => ({ ...invite, company, agreed: looked.policies.map((p) => p.id) }),
    by: schemaChecks,
    check: ({ agreed }): Record<string, string> => (asks && !agreed ? { agreed: m.invitation_public_agree_needed() } : {}),
    handles: (why) => {
      // Another person accepted first, or the invitation was withdrawn since: the page reloads to show the current state.
      if (why instanceof CallRejectedError) void again.revalidate();
      return false;
    },
    done: async () => {
      showToast({ kind: 'success', title: word('successTitle'), text: word('successfullyRegistered') });
      const user = await reread();
      await navigate(getHomePath(toVisitor(user).layout), { replace: true });
    },
  });
  return (
    <form className={classes.form} noValidate ref={form.at} onSubmit={form.submit}>
      <p className={classes.quiet}>{m.invitation_public_signed_in({ email })}</p>
      {looked.asks_company && (
        <TextField
          {...form.text('company')}
          label={m.invitation_public_business()}
          optional={m.shell_optional()}
          autoComplete="organization"
          maxLength={200}
        />
      )}
      {asks && (
        <>
          <CheckField {...form.tick('agreed')} label={m.invitation_public_agree()} />
          <ul>
            {looked.policies.map((p) => (
              <li key={p.id}>
                <AppLink href={href(policyPublicScreens.read, { id: p.id, slug: p.slug })} target="_blank">
                  {(locale === 'sw' && p.title_sw) || p.title}
                </AppLink>
              </li>
            ))}
          </ul>
        </>
      )}
      <Button type="submit" size="md" fullWidth loading={form.busy}>
        {m.invitation_public_accept()}
      </Button>
    </form>
  );
}
