import { useEffect, useRef, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { agreementKindLabels, partyRoleLabels } from '#contract/agreement/labels.ts';
import { agreementPublicScreens } from '#contract/agreement/public-pages.ts';
import type { SigningLinkSummary, SigningLinkText } from '#contract/agreement/shapes.ts';
import { signCalls } from '#contract/agreement/sign-calls.ts';
import { sendCallByPath } from '#web/client/call-by-path.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { useSingleAction } from '#web/client/use-work.ts';
import { useApp } from '#web/layout/app.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { formatDateTime, formatWeekday } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { CodeVerificationPanel } from '#web/ui/public/code-door.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './agreement.module.css';
import { ScannedAgreementConfirmationForm } from './paper-form.tsx';
import { SignAgreementForm } from './sign-form.tsx';
import { isSignedOutcome, readSigningOutcome, type SavedSigningOutcome, type SigningOutcome, saveSigningOutcome } from './sign-memory.ts';
import { getSigningErrorText, type SendSignRequest } from './sign-post.ts';

export const handle = makeScreenHandle(agreementPublicScreens.sign, m.screens_agreement_sign);

/** Opening the link changes nothing, because programs that preview links open it too. Wrong, used, early and late links look alike. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const answer = await readServerFunctions(context).call(signCalls.preview, { token: params.token ?? '' });
  return { head: answer.ok ? answer.value : null, page: { title: m.screens_agreement_sign(), description: '', noindex: true } };
}

export default function SignAgreementPage() {
  const { head } = useLoaderData<typeof loader>();
  const { token = '' } = useParams();
  const { user } = useApp();
  const [open, setOpen] = useState<{ text: SigningLinkText; code: string } | null>(null);
  const [done, setDone] = useState<SigningOutcome | null>(null);
  // A signed-in signer sends the session too, because a link from their own dashboard opens for them only.
  const post: SendSignRequest = (path, body) =>
    sendCallByPath('POST', `/api/v2/agreement/${path}/`, { token, ...body }, user ? 'signed-in' : 'anyone');
  const end = (how: SigningOutcome) => {
    saveSigningOutcome(token, how);
    setDone(how);
  };
  if (!head) return <Gone token={token} />;
  if (head.objects) return <Objection head={head} post={post} />;
  if (done) return <End how={done} head={head} mine={user?.layout === 'tenant'} />;
  return (
    <div className={`wrap ${classes.page}`}>
      <h1>{head.paper ? m.agreement_sign_paper_title() : m.agreement_sign_title({ company: head.company })}</h1>
      <Facts head={head} home={open ? `${open.text.unit}, ${open.text.property}` : ''} />
      {!open ? (
        <Door head={head} post={post} enter={(text, code) => setOpen({ text, code })} />
      ) : head.paper ? (
        <ScannedAgreementConfirmationForm {...open} post={post} done={end} />
      ) : (
        <SignAgreementForm {...open} post={post} done={end} />
      )}
    </div>
  );
}

/**
 * The result of a signing link, for its signer. It scrolls to the top, because a phone that keeps its position would show only the foot of the page.
 */
function End({ how, head, mine }: { how: SigningOutcome; head: SigningLinkSummary; mine: boolean }) {
  const at = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    at.current?.focus();
  }, []);
  return (
    <div className={`wrap ${classes.page}`}>
      <h1 ref={at} tabIndex={-1}>
        {agreementKindLabels[head.kind]()} · {head.code}
      </h1>
      <div role="status">
        <Note tone={how === 'rejected' || how === 'refused' ? 'guard' : 'good'} alert>
          {endWords[how](head)}
        </Note>
      </div>
      {mine && (
        <p>
          <AppLink href="/dashboard/tenant/agreements">{m.agreement_sign_to_mine()}</AppLink>
        </p>
      )}
    </div>
  );
}
const endWords: Readonly<Record<SigningOutcome, (head: SigningLinkSummary) => string>> = {
  signed: () => m.agreement_sign_done(),
  all: () => m.agreement_sign_done_all(),
  rejected: ({ company }) => m.agreement_sign_rejected({ company }),
  confirmed: () => m.agreement_sign_paper_done(),
  refused: ({ company }) => m.agreement_sign_paper_refused({ company }),
};

/** For the person at the number that the landlord replaced: nothing is signed with the new number until the time to object has passed. */
function Objection({ head, post }: { head: SigningLinkSummary; post: SendSignRequest }) {
  const [said, setSaid] = useState(false);
  const { busy, problem, go } = useSingleAction<'object'>(getSigningErrorText);
  const object = async () => {
    await post('sign_object', {});
    setSaid(true);
  };
  return (
    <div className={`wrap ${classes.page}`}>
      <h1>{m.agreement_object_title()}</h1>
      <p>{m.agreement_object_text({ company: head.company, name: head.name, code: head.code, when: formatDateTime(head.expires_at) })}</p>
      <div role="status">
        {said && (
          <Note tone="good" alert>
            {m.agreement_object_done()}
          </Note>
        )}
        {problem && <Note tone="bad">{problem}</Note>}
      </div>
      {!said && (
        <Button tone="red" loading={busy !== null} onClick={() => void go('object', object)}>
          {m.agreement_object_button()}
        </Button>
      )}
    </div>
  );
}

/** The server gives the same answer for used, late and unknown links. A signer who used this link in this browser sees the stored result. */
function Gone({ token }: { token: string }) {
  const [before, setBefore] = useState<SavedSigningOutcome | null>(null);
  useEffect(() => setBefore(readSigningOutcome(token)), [token]);
  if (before)
    return (
      <div className={`wrap ${classes.page}`}>
        <h1>{m.screens_agreement_sign()}</h1>
        <div role="status">
          <Note tone="good" alert>
            {isSignedOutcome(before.how)
              ? m.agreement_sign_before({ when: formatDateTime(before.at) })
              : m.agreement_sign_before_no({ when: formatDateTime(before.at) })}
          </Note>
        </div>
      </div>
    );
  return (
    <div className={`wrap ${classes.page}`}>
      <h1>{m.screens_agreement_sign()}</h1>
      <Note tone="bad">{m.agreement_sign_gone()}</Note>
      <p>{m.agreement_sign_gone_help()}</p>
    </div>
  );
}

const Facts = ({ head, home }: { head: SigningLinkSummary; home: string }) => (
  <dl className={classes.facts}>
    <dt>{m.agreement_certificate_agreement()}</dt>
    <dd>
      {agreementKindLabels[head.kind]()} · {head.code}
    </dd>
    {home && (
      <>
        <dt>{m.agreement_sign_home()}</dt>
        <dd>{home}</dd>
      </>
    )}
    <dt>{m.agreement_sign_you()}</dt>
    <dd>
      {head.name} ({partyRoleLabels[head.role]()})
    </dd>
    <dt>{m.agreement_sign_until()}</dt>
    <dd>{formatWeekday(head.expires_at)}</dd>
  </dl>
);

/** The text needs the code sent to the phone or the mailbox; the link alone does not show it. */
function Door({ head, post, enter }: { head: SigningLinkSummary; post: SendSignRequest; enter: (text: SigningLinkText, code: string) => void }) {
  const [sent, setSent] = useState(false);
  const { busy, problem, go } = useSingleAction<'door'>(getSigningErrorText);
  const ask = async () => {
    await post('sign_code', {});
    setSent(true);
  };
  const where = head.by === 'sms' ? m.agreement_sign_by_sms({ to: head.sent_to }) : m.agreement_sign_by_mail({ to: head.sent_to });
  return (
    <CodeVerificationPanel
      text={sent ? m.agreement_sign_code_sent({ to: head.sent_to }) : where}
      problem={problem}
      sent={sent}
      busy={busy !== null}
      ask={() => void go('door', ask)}
      open={(code) => void go('door', async () => enter(await post<SigningLinkText>('sign_open', { code }), code))}
      words={{
        ask: m.agreement_sign_send_code(),
        code: m.agreement_sign_code(),
        again: m.agreement_sign_code_again(),
        open: head.paper ? m.agreement_sign_read_scan() : m.agreement_sign_read(),
      }}
    />
  );
}
