import { useCallback } from 'react';
import { leadCalls } from '#contract/lead/calls.ts';
import { threadCalls } from '#contract/thread/calls.ts';
import { send } from '#web/client/client.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ConversationPanel } from './conversation.tsx';
import { useRecordPageLink } from './record-pages.ts';

/** The conversation of an enquiry, for the answering company. */
export function LeadConversation({ leadId }: { leadId: number }) {
  const pageOf = useRecordPageLink();
  const talk = useCall(threadCalls.leadMessages, { lead_id: leadId });
  const say = useAction(threadCalls.send, { touches: [leadCalls], quiet: true });
  const attach = useAction(threadCalls.attach, { touches: [leadCalls], quiet: true });
  const { mutate: mark } = useAction(threadCalls.markRead, { touches: [leadCalls], quiet: true, handles: () => true });
  const seen = useCallback((upto: number) => mark({ lead_id: leadId, upto }), [mark, leadId]);
  if (!talk.data) return <LoadingState answer={talk} rows={4} />;
  return (
    <ConversationPanel
      key={talk.data.id}
      talk={talk.data}
      seen={seen}
      pageOf={pageOf}
      load={(before) => send(threadCalls.leadMessages, { lead_id: leadId, before })}
      say={({ file, ...said }) =>
        (file ? attach.mutateAsync({ lead_id: leadId, ...said, file }) : say.mutateAsync({ lead_id: leadId, ...said })).then(
          () => true,
          () => false,
        )
      }
    />
  );
}
