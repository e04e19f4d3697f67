import { useState } from 'react';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { findingPublicScreens, savedSearchesPath } from '#contract/finding/public.ts';
import { createIdempotencyKey } from '#web/client/idempotency.ts';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { Button } from '#web/ui/public/button.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './finding.module.css';

export const handle = makeScreenHandle(findingPublicScreens.stop, m.screens_finding_stop);

export const loader = (_: LoaderFunctionArgs) => ({ page: { title: m.screens_finding_stop(), description: '', noindex: true } });

/** Opening the link changes nothing, because mail programs open links automatically; the button does. */
export default function StopSearchMessagesPage() {
  const { key = '' } = useParams();
  const [state, setState] = useState<{ busy: boolean; name?: string; failed?: boolean }>({ busy: false });
  const stop = async () => {
    setState({ busy: true });
    const answer = await fetch('/api/v2/finding/saved_search_stop/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': createIdempotencyKey() },
      body: JSON.stringify({ key }),
    }).catch(() => null);
    if (answer?.ok) setState({ busy: false, name: ((await answer.json()) as { name: string }).name });
    else setState({ busy: false, failed: true });
  };
  return (
    <div className={`wrap ${classes.stop}`}>
      <h1>{m.finding_stop_title()}</h1>
      {state.name ? (
        <Note tone="good" alert>
          {m.finding_stopped({ name: state.name })}
        </Note>
      ) : (
        <>
          <p>{m.finding_stop_text()}</p>
          {state.failed && <Note tone="bad">{m.finding_stop_unknown()}</Note>}
          <Button size="md" loading={state.busy} onClick={() => void stop()}>
            {m.finding_stop_button()}
          </Button>
        </>
      )}
      <p>
        <a href={savedSearchesPath}>{m.finding_searches()}</a>
      </p>
    </div>
  );
}
