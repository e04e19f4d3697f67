import { useCallback, useEffect, useState } from 'react';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import type { CallShape } from '#contract/kernel/call.ts';
import type { ThreadDetails } from '#contract/thread/calls.ts';
import { threadPublicScreens } from '#contract/thread/public.ts';
import { buildCallFromPath, sendCallByPath } from '#web/client/call-by-path.ts';
import { send } from '#web/client/client.ts';
import { getErrorSentence } from '#web/client/errors.ts';
import { CallRejectedError } from '#web/client/send.ts';
import { useSingleAction } from '#web/client/use-work.ts';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { CodeVerificationPanel } from '#web/ui/public/code-door.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { ConversationPanel } from './conversation.tsx';
import classes from './thread.module.css';

export const handle = makeScreenHandle(threadPublicScreens.talk, m.screens_thread_talk);
export const loader = (_: LoaderFunctionArgs) => ({ page: { title: m.screens_thread_talk(), description: '', noindex: true } });

const base = '/api/v2/thread' as const;
const post = <T,>(path: string, body: Readonly<Record<string, unknown>>) => sendCallByPath<T>('POST', `${base}/${path}/`, body, 'anyone');
const everySeconds = 15;
const said = (why: unknown): string => {
  if (why instanceof CallRejectedError && why.status === 404) return m.thread_link_bad();
  if (why instanceof CallRejectedError && why.status === 429) return m.thread_too_many();
  return getErrorSentence(why) || m.thread_failed();
};

/** The page behind the link in a mail, for a person without an account: a code to their phone opens the conversation. */
export default function GuestConversation() {
  const { token = '' } = useParams();
  const kept = `talk:${token.split('.')[0]}`;
  const [pass, setPass] = useState('');
  useEffect(() => setPass(localStorage.getItem(kept) ?? ''), [kept]);
  const keep = (next: string) => {
    if (next) localStorage.setItem(kept, next);
    else localStorage.removeItem(kept);
    setPass(next);
  };
  return <div className={`wrap ${classes.door}`}>{pass ? <Inside pass={pass} leave={() => keep('')} /> : <Door token={token} enter={keep} />}</div>;
}

/** Opening the page changes nothing, because programs that preview links open it too. */
function Door({ token, enter }: { token: string; enter: (pass: string) => void }) {
  const [to, setTo] = useState('');
  const { busy, problem, go } = useSingleAction<'door'>(said);
  return (
    <>
      <h1>{m.thread_knock_title()}</h1>
      <CodeVerificationPanel
        text={to ? m.thread_code_sent({ to }) : m.thread_knock_text()}
        problem={problem}
        sent={to !== ''}
        busy={busy !== null}
        ask={() => void go('door', async () => setTo((await post<{ to: string }>('guest_code', { token })).to))}
        open={(code) => void go('door', async () => enter((await post<{ pass: string }>('guest_enter', { token, code })).pass))}
        words={{ ask: m.thread_knock_button(), code: m.thread_code(), open: m.thread_code_button(), again: m.thread_code_again() }}
      />
    </>
  );
}

const withFile = { ...buildCallFromPath('POST', `${base}/guest_attach/`, 'anyone'), upload: { field: 'file' } } as unknown as CallShape;

function Inside({ pass, leave }: { pass: string; leave: () => void }) {
  const [talk, setTalk] = useState<ThreadDetails | null>(null);
  const [problem, setProblem] = useState('');
  const read = useCallback(
    (before = 0) =>
      sendCallByPath<ThreadDetails>(
        'GET',
        `${base}/guest_messages/?pass=${encodeURIComponent(pass)}${before ? `&before=${before}` : ''}`,
        undefined,
        'anyone',
      ),
    [pass],
  );
  const again = useCallback(
    () =>
      read().then(setTalk, (why: unknown) => {
        // An expired pass leads back to the code page.
        if (why instanceof CallRejectedError && why.status === 404) leave();
      }),
    [read, leave],
  );
  useEffect(() => {
    void again();
    const timer = setInterval(() => document.visibilityState === 'visible' && void again(), everySeconds * 1000);
    return () => clearInterval(timer);
  }, [again]);
  const seen = useCallback((upto: number) => void sendCallByPath('PATCH', `${base}/guest_read/`, { pass, upto }, 'anyone').catch(() => null), [pass]);
  if (!talk) return <p role="status">{m.shell_loading()}</p>;
  return (
    <>
      <h1>{talk.about}</h1>
      <p>{m.thread_with({ name: talk.other })}</p>
      {problem && (
        <Note tone="bad" alert>
          {problem}
        </Note>
      )}
      <ConversationPanel
        talk={talk}
        seen={seen}
        load={read}
        say={async ({ file, ...words }) => {
          try {
            await (file ? send(withFile, { pass, ...words, file } as never) : post('guest_say', { pass, ...words }));
            setProblem('');
            await again();
            return true;
          } catch (why) {
            setProblem(said(why));
            return false;
          }
        }}
      />
    </>
  );
}
