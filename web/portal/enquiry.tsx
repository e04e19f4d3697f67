import { type SubmitEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { makeKeys } from '#web/client/idempotency.ts';
import { fetchToken } from '#web/client/session.ts';
import { useApp } from '#web/layout/app.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { TextArea, TextField } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import classes from './property.module.css';
import type { EnquiryLabels } from './property-view.ts';

type Answer = { ok: boolean; fields: Readonly<Record<string, string>>; message: string };

const path = '/api/v2/lead/enquire/';

/** Sent by hand: the typed client would bring every shape of the room to a page with four fields. */
async function enquire(body: Record<string, unknown>, token: string | null, key: string): Promise<Answer> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    const said = (await answer.json().catch(() => ({}))) as { fields?: Record<string, string>; message?: string };
    return { ok: answer.ok, fields: said.fields ?? {}, message: said.message ?? '' };
  } catch {
    return { ok: false, fields: {}, message: '' };
  }
}

export interface EnquiryProps {
  says: EnquiryLabels;
  listingId: number | null;
  agentId: number | null;
  /** What became of a form that was sent without scripts. */
  before: 'sent' | 'failed' | null;
}

/** Name, phone, message. Without scripts it goes to /enquire, which leads back here. */
export function Enquiry({ says, listingId, agentId, before }: EnquiryProps) {
  const { user } = useApp();
  const { pathname } = useLocation();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [keys] = useState(makeKeys);
  const [busy, setBusy] = useState(false);
  const sent = answer ? answer.ok : before === 'sent';
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    setBusy(true);
    const body = {
      ...(listingId ? { listing_id: listingId } : agentId ? { agent_id: agentId } : {}),
      name: text('name'),
      phone: text('phone'),
      ...(text('email') ? { email: text('email') } : {}),
      message: text('message'),
      website: text('website'),
    };
    const told = await enquire(body, user ? await fetchToken() : null, keys.keyOf(path, body));
    if (told.ok) keys.done(path, body);
    setAnswer(told);
    setBusy(false);
  };
  if (sent)
    return (
      <div id="enquiry">
        <Note tone="good" alert>
          {says.sent}
        </Note>
      </div>
    );
  const failed = answer ? Object.keys(answer.fields).length === 0 : before === 'failed';
  return (
    <form id="enquiry" action="/enquire" method="post" className={classes.enquiry} onSubmit={(event) => void send(event)}>
      <h2>{says.title}</h2>
      {failed && <Note tone="bad">{answer?.message || says.failed}</Note>}
      <input type="hidden" name="back" value={pathname} />
      {listingId ? <input type="hidden" name="listing_id" value={listingId} /> : <input type="hidden" name="agent_id" value={agentId ?? ''} />}
      <TextField
        label={says.name}
        name="name"
        required
        maxLength={120}
        autoComplete="name"
        defaultValue={user?.name ?? ''}
        error={answer?.fields.name}
      />
      <TextField label={says.phone} name="phone" type="tel" required autoComplete="tel" error={answer?.fields.phone} />
      <TextField label={says.email} optional={says.optional} name="email" type="email" autoComplete="email" error={answer?.fields.email} />
      <TextArea label={says.message} name="message" maxLength={2000} defaultValue={says.text} error={answer?.fields.message} />
      <div className={classes.trap} aria-hidden="true">
        <label>
          Website
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <Button type="submit" size="md" fullWidth loading={busy}>
        {says.send}
      </Button>
      <p className={classes.small}>{says.free}</p>
    </form>
  );
}
