import { useEffect, useRef, useState } from 'react';
import { type AbuseReason, type AbuseTarget, abuseReasons } from '#contract/abuse/kinds.ts';
import { abuseReasonLabels } from '#contract/abuse/labels.ts';
import { buildCallFromPath } from '#web/client/call-by-path.ts';
import { toErrorMessage } from '#web/client/errors.ts';
import { usePublicForm } from '#web/forms/use-public-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './report.module.css';

export type AbuseReportSubject = { target: AbuseTarget; id: number; subject: string };

/** The form behind "Report this"; visitors without an account may use it too. It loads on demand. */
export default function AbuseReportDialog({ target, id, subject, close }: AbuseReportSubject & { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { user, word } = useApp();
  const [code, setCode] = useState('');
  const form = usePublicForm(buildCallFromPath('POST', '/api/v2/abuse/report/', user ? 'signed-in' : 'anyone'), {
    blank: { reason: '', body: '', contact: '' },
    given: ({ reason, body, contact }) => ({ target, target_id: id, reason, body: body.trim(), contact }),
    check: ({ reason, body }): Record<string, string> => ({
      ...(reason ? {} : { reason: m.abuse_report_need_reason() }),
      ...(body.trim().length < 10 ? { body: m.abuse_report_need_body() } : {}),
    }),
    inPlace: (why) => toErrorMessage(why, word).text,
    done: (answer) => setCode((answer as { code: string }).code),
  });
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={classes.dialog} onClose={close} aria-labelledby={`report-${target}-${id}`}>
      <h2 id={`report-${target}-${id}`}>{m.abuse_report_title({ subject })}</h2>
      {code ? (
        <>
          <Note tone="good" alert>
            {m.abuse_report_sent({ code })}
          </Note>
          <Button onClick={() => dialog.current?.close()}>{m.shell_close()}</Button>
        </>
      ) : (
        <form className={classes.form} noValidate ref={form.at} onSubmit={form.submit}>
          <p>{m.abuse_report_lead()}</p>
          <SelectField
            {...form.text('reason')}
            label={m.abuse_report_reason()}
            placeholder={m.abuse_report_choose()}
            options={abuseReasons.map((reason: AbuseReason) => ({ value: reason, label: abuseReasonLabels[reason]() }))}
          />
          <TextArea {...form.text('body')} label={m.abuse_report_body()} rows={4} maxLength={4000} hint={m.abuse_report_body_help()} />
          {!user && <TextField {...form.text('contact')} label={m.abuse_report_contact()} optional={m.abuse_report_optional()} maxLength={120} />}
          {form.problem && <Note tone="bad">{form.problem}</Note>}
          <div className={classes.foot}>
            <Button type="button" variant="default" onClick={() => dialog.current?.close()}>
              {m.abuse_report_cancel()}
            </Button>
            <Button type="submit" loading={form.busy}>
              {m.abuse_report_send()}
            </Button>
          </div>
        </form>
      )}
    </dialog>
  );
}
