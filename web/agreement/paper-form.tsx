import { type FormEvent, useState } from 'react';
import type { SignText } from '#contract/agreement/shapes.ts';
import { Button } from '#web/ui/public/button.tsx';
import { TextArea } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './agreement.module.css';
import { LeaseText } from './lease-text.tsx';
import type { Done } from './sign-memory.ts';
import { type Post, said } from './sign-post.ts';

/** Whoever lets brought a scan: somebody who rents says whether it is the paper they signed. */
export function PaperForm({ text, code, post, done }: { text: SignText; code: string; post: Post; done: (how: Done) => void }) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState<'yes' | 'no' | null>(null);
  const [problem, setProblem] = useState('');
  const go = async (what: 'yes' | 'no', work: () => Promise<void>) => {
    setBusy(what);
    setProblem('');
    await work().catch((why: unknown) => setProblem(said(why)));
    setBusy(null);
  };
  const yes = () =>
    go('yes', async () => {
      await post('sign_paper', { code });
      done('confirmed');
    });
  const no = (event: FormEvent) => {
    event.preventDefault();
    void go('no', async () => {
      await post('sign_reject', { code, reason: reason.trim() });
      done('refused');
    });
  };
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
      <details className={classes.more}>
        <summary>{m.agreement_sign_paper_no()}</summary>
        <form className={classes.form} onSubmit={no}>
          <TextArea
            label={m.agreement_sign_why()}
            value={reason}
            minLength={3}
            maxLength={500}
            required
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <div>
            <Button type="submit" tone="red" variant="default" loading={busy === 'no'}>
              {m.agreement_sign_paper_no()}
            </Button>
          </div>
        </form>
      </details>
    </>
  );
}
