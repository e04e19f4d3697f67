import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type AbuseReason, type AbuseTarget, abuseReasons } from '#contract/abuse/kinds.ts';
import { sendBare } from '#web/client/bare.ts';
import { sayError } from '#web/client/errors.ts';
import { useApp } from '#web/layout/app.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { reasonNames } from './reasons.ts';
import classes from './report.module.css';

type Problems = { readonly reason?: string; readonly body?: string };

export type Reported = { target: AbuseTarget; id: number; subject: string };

/** The form behind "Report this"; strangers may use it too. Loaded when it is first asked for. */
export default function ReportDialog({ target, id, subject, close }: Reported & { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { user, word } = useApp();
  const [problems, setProblems] = useState<Problems>({});
  const [state, setState] = useState<{ busy: boolean; code?: string; failed?: string }>({ busy: false });
  useEffect(() => dialog.current?.showModal(), []);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [reason, body] = [String(form.get('reason')), String(form.get('body')).trim()];
    const wrong = { ...(reason ? {} : { reason: m.abuse_report_need_reason() }), ...(body.length < 10 ? { body: m.abuse_report_need_body() } : {}) };
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) return;
    setState({ busy: true });
    try {
      const given = { target, target_id: id, reason, body, contact: String(form.get('contact') ?? '') };
      const { code } = await sendBare<{ code: string }>('POST', '/api/v2/abuse/report/', given, user ? 'signed-in' : 'anyone');
      setState({ busy: false, code });
    } catch (problem) {
      setState({ busy: false, failed: sayError(problem, word).text });
    }
  };
  return (
    <dialog ref={dialog} className={classes.dialog} onClose={close} aria-labelledby={`report-${target}-${id}`}>
      <h2 id={`report-${target}-${id}`}>{m.abuse_report_title({ subject })}</h2>
      {state.code ? (
        <>
          <Note tone="good" alert>
            {m.abuse_report_sent({ code: state.code })}
          </Note>
          <Button onClick={() => dialog.current?.close()}>{m.shell_close()}</Button>
        </>
      ) : (
        <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
          <p>{m.abuse_report_lead()}</p>
          <SelectField
            name="reason"
            label={m.abuse_report_reason()}
            placeholder={m.abuse_report_choose()}
            defaultValue=""
            error={problems.reason}
            options={abuseReasons.map((reason: AbuseReason) => ({ value: reason, label: reasonNames[reason]() }))}
          />
          <TextArea name="body" label={m.abuse_report_body()} rows={4} maxLength={4000} hint={m.abuse_report_body_help()} error={problems.body} />
          {!user && <TextField name="contact" label={m.abuse_report_contact()} optional={m.abuse_report_optional()} maxLength={120} />}
          {state.failed && <Note tone="bad">{state.failed}</Note>}
          <div className={classes.foot}>
            <Button type="button" variant="default" onClick={() => dialog.current?.close()}>
              {m.abuse_report_cancel()}
            </Button>
            <Button type="submit" loading={state.busy}>
              {m.abuse_report_send()}
            </Button>
          </div>
        </form>
      )}
    </dialog>
  );
}
