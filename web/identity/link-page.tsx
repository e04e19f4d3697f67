import type { LoaderFunctionArgs } from 'react-router';
import { buildSignInPath, toSafePath } from '#contract/access/guard.ts';
import { joinCalls } from '#contract/identity/join-calls.ts';
import type { IdentityLinkKind, IdentityLinkState } from '#contract/identity/links.ts';
import { identityPublicScreens } from '#contract/identity/public.ts';
import { href } from '#contract/kernel/screen.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { CallRejectedError } from '#web/client/send.ts';
import { Button } from '#web/ui/public/button.tsx';
import { m } from '#words/messages.js';
import classes from './identity.module.css';

export type LinkPageState = IdentityLinkState | 'many';

/** The state of a mailed link before any action. Reading the link does not use it up, because mail scanners open links too. */
export async function loadLinkPageState(
  context: LoaderFunctionArgs['context'],
  kind: IdentityLinkKind,
  code: string,
  link: string,
): Promise<LinkPageState> {
  const outcome = await readServerFunctions(context).call(joinCalls.linkState, { kind, code, link });
  if (outcome.ok) return outcome.value.state;
  return outcome.status === 429 ? 'many' : 'wrong';
}

/** The page that the reader requested before the email was sent. */
export const readNextPath = (request: Request): string => toSafePath(new URL(request.url).searchParams.get('callbackUrl'));
/** A person with an emailed link has an account: they sign in, also on the way to an application. */
export const getSignInPath = (next: string): string => (next === '/' ? href(identityPublicScreens.signIn) : `${buildSignInPath(next)}&prompt=login`);

/** `id.code`, as in the addresses of this site. */
export const splitLinkCode = (token: string): { link: string; code: string } => {
  const [link = '', code = ''] = token.split('.', 2);
  return { link, code };
};

/** The state of the link that a rejection reports, or null for other rejections. */
export function getRejectedLinkState(problem: unknown): LinkPageState | null {
  if (!(problem instanceof CallRejectedError)) return null;
  if (problem.status === 429) return 'many';
  return problem.status === 410 ? ((problem.body.state as IdentityLinkState | undefined) ?? 'used') : null;
}

const texts: Record<Exclude<LinkPageState, 'open'>, { title: () => string; text: () => string }> = {
  used: { title: m.identity_link_used_title, text: m.identity_link_used_text },
  expired: { title: m.identity_link_expired_title, text: m.identity_link_expired_text },
  wrong: { title: m.identity_link_wrong_title, text: m.identity_link_wrong_text },
  many: { title: m.identity_link_many_title, text: m.identity_link_many_text },
};

/** An unusable link with the next step. It reveals nothing about its person. */
export function UnusableLinkMessage({ state, kind, next = '/' }: { state: Exclude<LinkPageState, 'open'>; kind: IdentityLinkKind; next?: string }) {
  return (
    <>
      <h1 className={classes.title}>{texts[state].title()}</h1>
      <p className={classes.lead}>{texts[state].text()}</p>
      <div className={classes.form}>
        {kind === 'reset_password' && (
          <Button size="md" fullWidth href={href(identityPublicScreens.forgotPassword)}>
            {m.identity_ask_new_link()}
          </Button>
        )}
        <Button size="md" variant={kind === 'reset_password' ? 'default' : 'filled'} fullWidth href={getSignInPath(next)}>
          {m.identity_to_sign_in()}
        </Button>
      </div>
    </>
  );
}
