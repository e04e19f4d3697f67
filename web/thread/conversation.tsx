import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { ThreadDetails, ThreadMessage } from '#contract/thread/calls.ts';
import { createIdempotencyKey } from '#web/client/idempotency.ts';
import { cx } from '#web/ui/cx.ts';
import { formatDateTime } from '#web/ui/format.ts';
import { IconPaperclip, IconX } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { TextArea } from '#web/ui/public/field.tsx';
import { m } from '#words/messages.js';
import { formatThreadStep } from './steps.ts';
import classes from './thread.module.css';

export interface ConversationProps {
  talk: ThreadDetails;
  /** Sends a message; a repeated key is stored once. Resolves to whether it was sent. */
  say: (said: { body: string; client_key: string; file: File | null }) => Promise<boolean>;
  /** Loads the messages before a number. */
  load: (before: number) => Promise<ThreadDetails>;
  /** Called when an unread message has been seen. */
  seen: (upto: number) => void;
  /** The page of a step's record, if the reader has one. */
  pageOf?: (message: ThreadMessage) => string | null;
}

/** Messages and steps, oldest first, with a field to write. Public pages and dashboards share it. */
export function ConversationPanel({ talk, say, load, seen, pageOf = () => null }: ConversationProps) {
  const [older, setOlder] = useState<{ messages: ThreadMessage[]; more: boolean } | null>(null);
  const end = useRef<HTMLLIElement>(null);
  const messages = [...(older?.messages ?? []), ...talk.messages];
  const marked = useRef(0);
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
    if (talk.last_seq <= talk.read_upto || marked.current >= talk.last_seq) return;
    marked.current = talk.last_seq;
    seen(talk.last_seq);
  }, [talk.last_seq, talk.read_upto, seen]);
  const earlier = async () => {
    const before = await load(messages[0]?.seq ?? 1);
    setOlder({ messages: [...before.messages, ...(older?.messages ?? [])], more: before.earlier });
  };
  return (
    <div className={classes.talk}>
      {talk.apply && (
        <p className={classes.apply}>
          <Button variant="default" href={talk.apply}>
            {m.thread_apply()}
          </Button>
        </p>
      )}
      {(older ? older.more : talk.earlier) && (
        <Button variant="default" onClick={() => void earlier()}>
          {m.thread_earlier()}
        </Button>
      )}
      {messages.length === 0 && <p className={classes.none}>{m.thread_none()}</p>}
      <ol className={classes.log} aria-label={m.thread_log({ name: talk.other })} aria-live="polite">
        {messages.map((one) => (
          <li key={one.seq} className={cx(one.step ? classes.step : one.own ? classes.own : classes.theirs)}>
            {one.step ? <Step one={one} page={pageOf(one)} /> : <Said one={one} read={one.own && one.seq <= talk.other_read} />}
          </li>
        ))}
        <li ref={end} aria-hidden="true" className={classes.end} />
      </ol>
      {talk.may_write && <Composer say={say} />}
    </div>
  );
}

function Step({ one, page }: { one: ThreadMessage; page: string | null }) {
  const text = one.step ? formatThreadStep(one.step, one.about) : '';
  return (
    <>
      {page ? <AppLink href={page}>{text}</AppLink> : text} <time dateTime={one.at}>{formatDateTime(one.at)}</time>
    </>
  );
}

function Said({ one, read }: { one: ThreadMessage; read: boolean }) {
  return (
    <>
      {one.body && <p>{one.body}</p>}
      {one.files.map((file) => (
        <a key={file.url} href={file.url} className={classes.file} target="_blank" rel="noopener noreferrer">
          <IconPaperclip size={16} aria-hidden /> {file.name}
        </a>
      ))}
      <small>
        {one.own ? m.thread_you() : one.name}, <time dateTime={one.at}>{formatDateTime(one.at)}</time>
        {one.own ? `, ${read ? m.thread_read() : m.thread_sent()}` : ''}
      </small>
    </>
  );
}

function Composer({ say }: Pick<ConversationProps, 'say'>) {
  const [body, setBody] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef(createIdempotencyKey());
  const picker = useRef<HTMLInputElement>(null);
  const hint = useId();
  const send = async () => {
    if (busy || (body.trim() === '' && !file)) return;
    setBusy(true);
    const done = await say({ body: body.trim(), client_key: key.current, file });
    setBusy(false);
    // A message that could not be sent stays in the field under the same key.
    if (!done) return;
    key.current = createIdempotencyKey();
    setBody('');
    setFile(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  return (
    <div className={classes.composer}>
      <TextArea
        label={m.thread_write()}
        value={body}
        maxLength={4000}
        rows={3}
        onChange={(event) => setBody(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {file && (
        <span className={classes.picked}>
          {file.name}
          <button type="button" aria-label={m.thread_file_remove({ name: file.name })} onClick={() => setFile(null)}>
            <IconX size={16} aria-hidden />
          </button>
        </span>
      )}
      <input
        ref={picker}
        type="file"
        className={classes.picker}
        tabIndex={-1}
        aria-label={m.thread_attach()}
        accept=".jpg,.jpeg,.png,.webp,.pdf,.docx"
        onChange={(event) => {
          setFile(event.currentTarget.files?.[0] ?? null);
          event.currentTarget.value = '';
        }}
      />
      <div className={classes.acts}>
        <Button
          type="button"
          variant="default"
          left={<IconPaperclip size={16} aria-hidden />}
          aria-describedby={hint}
          onClick={() => picker.current?.click()}
        >
          {m.thread_attach()}
        </Button>
        <Button type="button" loading={busy} onClick={() => void send()}>
          {m.thread_send()}
        </Button>
      </div>
      <small id={hint} className={classes.hint}>
        {m.thread_file_hint()}
      </small>
    </div>
  );
}
