import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { buildCallFromPath } from '#web/client/call-by-path.ts';
import { getErrorSentence } from '#web/client/errors.ts';
import { usePublicForm } from '#web/forms/use-public-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { CheckField, TextArea, TextField } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import type { EnquiryLabels } from './offer/property-view.ts';
import classes from './property.module.css';

export interface EnquiryFormProps {
  says: EnquiryLabels;
  listingId: number | null;
  agentId: number | null;
  /** The result of a form sent without scripts. */
  before: 'sent' | 'failed' | null;
}

/** Name, phone, message. Without scripts it posts to /enquire, which redirects back. */
export function EnquiryForm({ says, listingId, agentId, before }: EnquiryFormProps) {
  const { user } = useApp();
  const { pathname } = useLocation();
  const [sent, setSent] = useState(before === 'sent');
  const [talk, setTalk] = useState('');
  const form = usePublicForm(buildCallFromPath('POST', '/api/v2/lead/enquire/', user ? 'signed-in' : 'anyone'), {
    blank: { name: user?.name ?? '', phone: '', email: '', message: says.text, may_call: false, website: '' },
    given: ({ email, ...typed }) => ({
      ...(listingId ? { listing_id: listingId } : agentId ? { agent_id: agentId } : {}),
      ...typed,
      ...(email.trim() ? { email: email.trim() } : {}),
    }),
    inPlace: (why) => getErrorSentence(why) || says.failed,
    done: (answer) => {
      setTalk((answer as { talk?: string }).talk ?? '');
      setSent(true);
    },
  });
  const confirmation = useRef<HTMLDivElement>(null);
  // The replaced form was taller than a phone screen. Without this the view would jump and the focus would be lost.
  useEffect(() => {
    if (!sent || before === 'sent') return;
    confirmation.current?.focus({ preventScroll: true });
    confirmation.current?.scrollIntoView({ block: 'center' });
  }, [sent, before]);
  if (sent)
    return (
      <div id="enquiry" ref={confirmation} tabIndex={-1} role="status">
        <Note tone="good" action={talk && <AppLink href={talk}>{says.talk}</AppLink>}>
          {form.values.may_call ? says.sentCall : says.sent}
        </Note>
      </div>
    );
  const failed = form.problem || (before === 'failed' && form.attempt === 0 ? says.failed : '');
  return (
    <form id="enquiry" action="/enquire" method="post" className={classes.enquiry} ref={form.at} onSubmit={form.submit}>
      <h2>{says.title}</h2>
      {failed && <Note tone="bad">{failed}</Note>}
      <input type="hidden" name="back" value={pathname} />
      {listingId ? <input type="hidden" name="listing_id" value={listingId} /> : <input type="hidden" name="agent_id" value={agentId ?? ''} />}
      <TextField {...form.text('name')} label={says.name} required maxLength={120} autoComplete="name" />
      <TextField {...form.text('phone')} label={says.phone} type="tel" required autoComplete="tel" />
      <TextField {...form.text('email')} label={says.email} optional={says.optional} type="email" autoComplete="email" />
      <TextArea {...form.text('message')} label={says.message} maxLength={2000} />
      <CheckField {...form.tick('may_call')} label={says.mayCall} />
      <div className={classes.trap} aria-hidden="true">
        <label>
          Website
          <input
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={form.values.website}
            onChange={(event) => form.set('website', event.currentTarget.value)}
          />
        </label>
      </div>
      <Button type="submit" size="md" fullWidth loading={form.busy}>
        {says.send}
      </Button>
      <p className={classes.small}>{says.free}</p>
    </form>
  );
}
