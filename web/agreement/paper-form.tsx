import type { SigningLinkText } from '#contract/agreement/shapes.ts';
import { useSingleAction } from '#web/client/use-work.ts';
import { Button } from '#web/ui/public/button.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './agreement.module.css';
import { LeaseText } from './lease-text.tsx';
import { RejectAgreementForm } from './refuse-form.tsx';
import type { SigningOutcome } from './sign-memory.ts';
import { getSigningErrorText, type SendSignRequest } from './sign-post.ts';

/** The landlord's side uploaded a scan: a tenant confirms or rejects that it is the agreement they signed. */
export function ScannedAgreementConfirmationForm({
  text,
  code,
  post,
  done,
}: {
  text: SigningLinkText;
  code: string;
  post: SendSignRequest;
  done: (how: SigningOutcome) => void;
}) {
  const { busy, problem, go } = useSingleAction<'yes' | 'no'>(getSigningErrorText);
  const yes = () =>
    go('yes', async () => {
      await post('sign_paper', { code });
      done('confirmed');
    });
  const no = (reason: string) =>
    go('no', async () => {
      await post('sign_reject', { code, reason });
      done('refused');
    });
  return (
    <>
      <p>{m.agreement_sign_paper_text({ company: text.company })}</p>
      <p>
        <a href={text.scan ?? ''} target="_blank" rel="noreferrer">
          {m.agreement_sign_paper_open()}
        </a>
      </p>
      <details className={classes.more}>
        <summary>{m.agreement_sign_read()}</summary>
        <LeaseText text={text.text} language={text.language} governs={text.governs} />
      </details>
      {problem && <Note tone="bad">{problem}</Note>}
      <div>
        <Button size="md" loading={busy === 'yes'} onClick={() => void yes()}>
          {m.agreement_sign_paper_yes()}
        </Button>
      </div>
      <RejectAgreementForm
        title={m.agreement_sign_paper_no()}
        button={m.agreement_sign_paper_no()}
        busy={busy === 'no'}
        refuse={(reason) => void no(reason)}
      />
    </>
  );
}
