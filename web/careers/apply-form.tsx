import { useState } from 'react';
import { uploadRules } from '#contract/constants.ts';
import { isPlausiblePhone } from '#contract/kernel/phone-text.ts';
import { buildCallFromPath } from '#web/client/call-by-path.ts';
import { getErrorSentence } from '#web/client/errors.ts';
import { CallRejectedError, NoAnswerError } from '#web/client/send.ts';
import { usePublicForm } from '#web/forms/use-public-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { computeWholePercent } from '#web/ui/format.ts';
import { Button } from '#web/ui/public/button.tsx';
import { TextArea, TextField } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { useIsMounted } from '#web/ui/public/use-alive.ts';
import { m } from '#words/messages.js';
import classes from './careers.module.css';

const path = '/api/v2/careers/apply/';

type Typed = { name: string; phone: string; email: string; letter: string; cv: File | null };
type Given = Record<string, string | File>;

/** Sends the form directly, because the API client reports no upload progress. */
function sendFile(given: Given, key: string, progress: (percent: number) => void): Promise<unknown> {
  const body = new FormData();
  for (const [name, value] of Object.entries(given)) body.append(name, value);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('idempotency-key', key);
    request.responseType = 'json';
    request.upload.onprogress = (event) => event.lengthComputable && progress(computeWholePercent(event.loaded, event.total));
    request.onload = () =>
      request.status < 300
        ? resolve(request.response)
        : reject(new CallRejectedError(request.status, request.response ?? { error: '', message: '' }));
    request.onerror = () => reject(new NoAnswerError('no answer'));
    request.send(body);
  });
}

const problemsOf = ({ name, phone, cv }: Typed): Record<string, string> => ({
  ...(name.trim().length < 2 ? { name: m.careers_name_needed() } : {}),
  ...(isPlausiblePhone(phone) ? {} : { phone: m.careers_phone_needed() }),
  ...(cv && cv.size > 0 ? (cv.size > uploadRules.maxBytes ? { cv: m.careers_cv_large() } : {}) : { cv: m.careers_cv_needed() }),
});

export function JobApplicationForm({ vacancy }: { vacancy: number }) {
  const alive = useIsMounted();
  const { word } = useApp();
  const [done, setDone] = useState(0);
  const [code, setCode] = useState('');
  const form = usePublicForm(buildCallFromPath('POST', path, 'anyone'), {
    blank: { name: '', phone: '', email: '', letter: '', cv: null } as Typed,
    given: ({ cv, ...typed }) => ({ vacancy_id: String(vacancy), ...typed, ...(cv ? { cv } : {}) }),
    check: problemsOf,
    sender: (given: Given, key) => {
      setDone(0);
      return sendFile(given, key, setDone);
    },
    inPlace: (why) => getErrorSentence(why) || word('networkFlow'),
    done: (answer) => setCode((answer as { code: string }).code),
  });
  if (code)
    return (
      <Note tone="good" title={m.careers_sent()} alert>
        {m.careers_sent_text({ code })}
      </Note>
    );
  if (!alive) return <noscript>{m.careers_no_script()}</noscript>;
  return (
    <form className={classes.form} noValidate ref={form.at} onSubmit={form.submit} aria-labelledby="apply">
      <h2 id="apply">{m.careers_apply()}</h2>
      <TextField {...form.text('name')} label={m.careers_name()} autoComplete="name" />
      <TextField {...form.text('phone')} label={m.careers_phone()} type="tel" autoComplete="tel" />
      <TextField {...form.text('email')} label={m.careers_email()} type="email" autoComplete="email" optional={m.careers_optional()} />
      <TextArea {...form.text('letter')} label={m.careers_letter()} rows={5} optional={m.careers_optional()} hint={m.careers_letter_help()} />
      <TextField
        label={m.careers_cv()}
        name="cv"
        type="file"
        accept=".pdf,.docx"
        hint={m.careers_cv_help()}
        error={form.problems.cv}
        onChange={(event) => form.set('cv', event.currentTarget.files?.[0] ?? null)}
      />
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <Button type="submit" size="md" loading={form.busy}>
        {form.busy ? m.careers_sending({ percent: done }) : m.careers_send()}
      </Button>
    </form>
  );
}
