import { useCallback } from 'react';
import { useParams } from 'react-router';
import { threadCalls } from '#contract/thread/calls.ts';
import { send } from '#web/client/client.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { m } from '#words/messages.js';
import { ConversationPanel } from './conversation.tsx';
import { useRecordPageLink } from './record-pages.ts';

/** One conversation of a tenant with the company that lists the home. */
export default function MyConversation() {
  const id = Number(useParams().id);
  const { link } = useDashboard();
  const pageOf = useRecordPageLink();
  const talk = useCall(threadCalls.myMessages, { id });
  const say = useAction(threadCalls.mySend, { quiet: true });
  const attach = useAction(threadCalls.myAttach, { quiet: true });
  const { mutate: mark } = useAction(threadCalls.myMarkRead, { quiet: true, handles: () => true });
  const seen = useCallback((upto: number) => mark({ id, upto }), [mark, id]);
  if (!talk.data) return <LoadingState answer={talk} rows={6} />;
  const crumbs = [{ label: m.screens_thread_mine(), href: link('thread.mine') }];
  return (
    <>
      <PageHeader title={talk.data.about} sub={m.thread_with({ name: talk.data.other })} crumbs={crumbs} crumbsLabel={m.shell_nav_sections()} />
      <Panel>
        <ConversationPanel
          key={id}
          talk={talk.data}
          seen={seen}
          pageOf={pageOf}
          load={(before) => send(threadCalls.myMessages, { id, before })}
          say={({ file, ...said }) =>
            (file ? attach.mutateAsync({ id, ...said, file }) : say.mutateAsync({ id, ...said })).then(
              () => true,
              () => false,
            )
          }
        />
      </Panel>
    </>
  );
}
