import { type FormEvent, useState } from 'react';
import { partyRoleLabels } from '#contract/agreement/labels.ts';
import type { SigningLinkText } from '#contract/agreement/shapes.ts';
import { useSingleAction } from '#web/client/use-work.ts';
import { Button } from '#web/ui/public/button.tsx';
import { SegmentedControl } from '#web/ui/public/choice.tsx';
import { CheckField, TextField } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { Panel } from '#web/ui/public/panel.tsx';
import { m } from '#words/messages.js';
import classes from './agreement.module.css';
import { LeaseText } from './lease-text.tsx';
import { RejectAgreementForm } from './refuse-form.tsx';
import type { SigningOutcome } from './sign-memory.ts';
import { getSigningErrorText, isWrongCode, type SendSignRequest } from './sign-post.ts';
import { SignatureField } from './signing-pad.tsx';

type Way = 'drawn' | 'typed';

/** The text, and below it the buttons to sign or reject. A code is valid for ten minutes; after that the reader can request another one here. */
export function SignAgreementForm({
  text,
  code: first,
  post,
  done,
}: {
  text: SigningLinkText;
  code: string;
  post: SendSignRequest;
  done: (how: SigningOutcome) => void;
}) {
  const [code, setCode] = useState(first);
  const [again, setAgain] = useState(false);
  const [agreed, setAgreed] = useState(false);
  const [way, setWay] = useState<Way>('drawn');
  const [path, setPath] = useState('');
  const [name, setName] = useState(text.name);
  const [sent, setSent] = useState(false);
  const { busy, problem, setProblem, go } = useSingleAction<'sign' | 'reject' | 'code'>((why) => {
    if (isWrongCode(why)) {
      setAgain(true);
      setSent(false);
    }
    return getSigningErrorText(why);
  });
  const sign = (event: FormEvent) => {
    event.preventDefault();
    const drawn = way === 'drawn' ? path : name.trim();
    if (!agreed) return setProblem(m.agreement_sign_tick_first());
    if (!drawn) return setProblem(m.agreement_problem_drawn());
    void go('sign', async () => {
      const { left } = await post<{ left: number }>('sign', { code, sha256: text.sha256, kind: way, drawn });
      done(left === 0 ? 'all' : 'signed');
    });
  };
  const reject = (reason: string) =>
    go('reject', async () => {
      await post('sign_reject', { code, reason });
      done('rejected');
    });
  const newCode = () =>
    go('code', async () => {
      await post('sign_code', {});
      setCode('');
      setAgain(true);
      setSent(true);
    });
  return (
    <>
      <Agreement text={text} />
      {problem && <Note tone="bad">{problem}</Note>}
      {again && (
        <div className={classes.narrow}>
          {sent && <p role="status">{m.agreement_sign_code_sent({ to: text.sent_to })}</p>}
          <TextField
            label={m.agreement_sign_code()}
            hint={m.agreement_sign_code_hint()}
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button variant="default" loading={busy === 'code'} onClick={() => void newCode()}>
            {m.agreement_sign_code_again()}
          </Button>
        </div>
      )}
      <Panel title={m.agreement_sign_yours()}>
        <form className={classes.form} onSubmit={sign} noValidate>
          <CheckField label={m.agreement_sign_agree()} checked={agreed} onChange={(event) => setAgreed(event.currentTarget.checked)} />
          <SegmentedControl<Way>
            legend={m.agreement_sign_way()}
            value={way}
            onChange={setWay}
            options={[
              { value: 'drawn', label: m.agreement_sign_draw() },
              { value: 'typed', label: m.agreement_sign_type() },
            ]}
          />
          {way === 'drawn' ? (
            <SignatureField onDrawn={setPath} />
          ) : (
            <>
              <TextField
                label={m.agreement_sign_name()}
                value={name}
                maxLength={120}
                autoComplete="name"
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <p className={classes.typed} aria-hidden="true">
                {name}
              </p>
            </>
          )}
          <div>
            <Button type="submit" size="md" loading={busy === 'sign'}>
              {m.agreement_sign_button()}
            </Button>
          </div>
        </form>
      </Panel>
      <details className={classes.more}>
        <summary>{m.agreement_sign_paper()}</summary>
        <p>{m.agreement_sign_paper_how({ company: text.company })}</p>
      </details>
      <RejectAgreementForm
        title={m.agreement_sign_no()}
        hint={m.agreement_sign_no_hint({ company: text.company })}
        button={m.agreement_sign_no_button()}
        busy={busy === 'reject'}
        refuse={(reason) => void reject(reason)}
      />
    </>
  );
}

/** The text to sign, and its parties. */
const Agreement = ({ text }: { text: SigningLinkText }) => (
  <>
    {text.message && <Note title={text.company}>{text.message}</Note>}
    {text.no_advocate && <Note tone="guard">{m.agreement_caution_no_advocate()}</Note>}
    <LeaseText text={text.text} language={text.language} governs={text.governs} />
    {text.pdf && (
      <p>
        <a href={text.pdf} target="_blank" rel="noreferrer">
          {m.agreement_sign_pdf()}
        </a>
      </p>
    )}
    <Panel title={m.agreement_sign_who()}>
      <dl className={classes.facts}>
        {text.parties.map((party) => (
          <div key={`${party.role}:${party.name}`} style={{ display: 'contents' }}>
            <dt>{partyRoleLabels[party.role]()}</dt>
            <dd>
              {party.name}
              {party.status === 'signed' ? ` · ${m.agreement_trail_signed()}` : ''}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  </>
);
