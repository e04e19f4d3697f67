import { type DragEvent, type ReactNode, useId, useState } from 'react';
import type { verifyCalls } from '#contract/agreement/sign-calls.ts';
import type { HandlerResult } from '#contract/kernel/call.ts';
import { sendCallByPath } from '#web/client/call-by-path.ts';
import { CallRejectedError } from '#web/client/send.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './agreement.module.css';
import { verificationVerdictNotes } from './verdict.ts';

type Told = HandlerResult<typeof verifyCalls.verifyFile>;
type Found = { readonly name: string; readonly sha256: string; readonly told: Told };

async function hashOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const letters = (code: string) => code.toUpperCase().replace(/[^0-9A-Z]/g, '');

/**
 * The children disappear once a file was checked, so that only one verdict is visible. A file is dropped or chosen; its hash is computed in the
 * browser, and only the hash is sent. With a code, the check is whether the file belongs to that code.
 */
export function VerificationFileDropZone({ code, children }: { code?: string; children?: ReactNode }) {
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState('');
  const id = useId();
  const take = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setProblem('');
    setFound(null);
    try {
      const sha256 = await hashOf(file);
      setFound({
        name: file.name,
        sha256,
        told: await sendCallByPath<Told>('GET', `/api/v2/agreement/verify_file/?sha256=${sha256}`, undefined, 'anyone'),
      });
    } catch (why) {
      setProblem(why instanceof CallRejectedError && why.status === 429 ? m.agreement_sign_wait() : m.agreement_verify_failed());
    }
    setBusy(false);
  };
  const hover = (on: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(on);
  };
  const other = found && code && found.told.code && letters(found.told.code) !== letters(code);
  return (
    <>
      {!found && children}
      <section
        className={classes.drop}
        data-over={over || undefined}
        aria-label={m.agreement_verify_drop()}
        onDragOver={hover(true)}
        onDragLeave={hover(false)}
        onDrop={(event) => {
          hover(false)(event);
          void take(event.dataTransfer.files[0]);
        }}
      >
        <label htmlFor={id}>
          <b>{m.agreement_verify_drop()}</b>
        </label>
        <input id={id} type="file" accept="application/pdf,.pdf" onChange={(event) => void take(event.currentTarget.files?.[0])} />
        <p className={classes.quiet}>{m.agreement_verify_stays()}</p>
      </section>
      <div role="status" className={classes.form}>
        {busy && <p>{m.shell_loading()}</p>}
        {found && (
          <>
            <Note tone={other ? 'guard' : verificationVerdictNotes[found.told.verdict].tone} title={found.name}>
              {verificationVerdictNotes[found.told.verdict].text(found.told)} {other ? m.agreement_verify_other_code() : ''}
            </Note>
            <p className={classes.hash}>SHA-256 {found.sha256}</p>
          </>
        )}
      </div>
      {problem && <Note tone="bad">{problem}</Note>}
    </>
  );
}
