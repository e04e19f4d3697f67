import { type FormEvent, useState } from 'react';
import { uploads } from '#contract/constants.ts';
import { looksLikePhone } from '#contract/kernel/phone-text.ts';
import { makeKeys } from '#web/client/idempotency.ts';
import { useApp } from '#web/layout/app.tsx';
import { percent } from '#web/ui/format.ts';
import { Button } from '#web/ui/public/button.tsx';
import { TextArea, TextField } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { useAlive } from '#web/ui/public/use-alive.ts';
import { m } from '#words/messages.js';
import classes from './careers.module.css';

type Problems = Readonly<Record<string, string>>;
type Answered = { readonly code?: string; readonly message?: string; readonly fields?: Problems };

const path = '/api/v2/careers/apply/';

/** Written without the typed client: it would bring the whole of the contract's schemas to a public page. */
function sendForm(form: FormData, key: string, progress: (percent: number) => void): Promise<{ ok: boolean; body: Answered }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('idempotency-key', key);
    request.responseType = 'json';
    request.upload.onprogress = (event) => event.lengthComputable && progress(percent(event.loaded, event.total));
    request.onload = () => resolve({ ok: request.status < 300, body: (request.response ?? {}) as Answered });
    request.onerror = () => reject(new Error('no answer'));
    request.send(form);
  });
}

function problemsOf(form: FormData): Problems {
  const cv = form.get('cv');
  const file = cv instanceof File && cv.size > 0 ? cv : null;
  return {
    ...(String(form.get('name')).trim().length < 2 ? { name: m.careers_name_needed() } : {}),
    ...(looksLikePhone(String(form.get('phone'))) ? {} : { phone: m.careers_phone_needed() }),
    ...(!file ? { cv: m.careers_cv_needed() } : file.size > uploads.maxBytes ? { cv: m.careers_cv_large() } : {}),
  };
}

export function ApplyForm({ vacancy }: { vacancy: number }) {
  const alive = useAlive();
  const { word } = useApp();
  const [problems, setProblems] = useState<Problems>({});
  const [percent, setPercent] = useState<number | null>(null);
  const [failed, setFailed] = useState('');
  const [code, setCode] = useState('');
  const [keys] = useState(makeKeys);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const wrong = problemsOf(form);
    setProblems(wrong);
    setFailed('');
    if (Object.keys(wrong).length > 0) return;
    setPercent(0);
    try {
      const { ok, body } = await sendForm(form, keys.keyOf(path, Object.fromEntries(form)), setPercent);
      if (ok) setCode(body.code ?? '');
      else {
        setProblems(body.fields ?? {});
        setFailed(body.message ?? '');
      }
    } catch {
      setFailed(word('networkFlow'));
    }
    setPercent(null);
  };
  if (code)
    return (
      <Note tone="good" title={m.careers_sent()} alert>
        {m.careers_sent_text({ code })}
      </Note>
    );
  if (!alive) return <noscript>{m.careers_no_script()}</noscript>;
  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)} aria-labelledby="apply">
      <h2 id="apply">{m.careers_apply()}</h2>
      <input type="hidden" name="vacancy_id" value={vacancy} />
      <TextField label={m.careers_name()} name="name" autoComplete="name" error={problems.name} />
      <TextField label={m.careers_phone()} name="phone" type="tel" autoComplete="tel" error={problems.phone} />
      <TextField label={m.careers_email()} name="email" type="email" autoComplete="email" optional={m.careers_optional()} error={problems.email} />
      <TextArea
        label={m.careers_letter()}
        name="letter"
        rows={5}
        optional={m.careers_optional()}
        hint={m.careers_letter_help()}
        error={problems.letter}
      />
      <TextField label={m.careers_cv()} name="cv" type="file" accept=".pdf,.docx" hint={m.careers_cv_help()} error={problems.cv} />
      {failed && <Note tone="bad">{failed}</Note>}
      <Button type="submit" size="md" loading={percent !== null}>
        {percent === null ? m.careers_send() : m.careers_sending({ percent })}
      </Button>
    </form>
  );
}
