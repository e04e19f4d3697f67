import { Radio, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { listingCalls } from '#contract/listing/calls.ts';
import { type Closing, closings } from '#contract/listing/kinds.ts';
import type { ListingFull } from '#contract/listing/shapes.ts';
import { useAct } from '#web/client/use-call.ts';
import { useProblem } from '#web/forms/use-problem.ts';
import { useDash } from '#web/layout/screen.ts';
import { ConfirmModal } from '#web/ui/dash/confirm-modal.tsx';
import { m } from '#words/messages.js';
import { closingNames, type Move, moveWords } from './words.ts';

export type Asked = Move | 'delete';
const withReason: readonly Asked[] = ['force', 'decline'];

/** Every move and the deletion ask first and say what will happen; what the server refuses is said in the dialog. */
export function Ask({ listing, asked, close }: { listing: ListingFull; asked: Asked | null; close: () => void }) {
  const { link } = useDash();
  const navigate = useNavigate();
  const { problem, setProblem, handles } = useProblem();
  const [reason, setReason] = useState('');
  const [closedAs, setClosedAs] = useState<Closing>(listing.listing_type === 2 ? 'sold' : 'let');
  const shut = () => {
    setProblem('');
    setReason('');
    close();
  };
  const move = useAct(listingCalls.move, { done: shut, handles });
  const remove = useAct(listingCalls.remove, { done: () => void navigate(link('listing.list')), handles });
  // The last question stays readable while the dialog fades away.
  const [shown, setShown] = useState<Asked>('publish');
  if (asked && asked !== shown) setShown(asked);
  const words = shown === 'delete' ? null : moveWords[shown];
  const title = { title: listing.title };
  const go = () => {
    if (shown === 'delete') return remove.mutate({ id: listing.id });
    if (withReason.includes(shown) && !reason.trim()) return setProblem(m.listing_need_reason());
    move.mutate({ id: listing.id, move: shown, reason, ...(shown === 'close' ? { closed_as: closedAs } : {}) });
  };
  return (
    <ConfirmModal
      opened={asked !== null}
      onClose={shut}
      title={words ? (words.asks?.(title) ?? words.verb()) : m.listing_delete_ask(title)}
      confirmLabel={words ? words.verb() : m.listing_delete()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      danger={shown === 'delete' || shown === 'force'}
      loading={move.isPending || remove.isPending}
      problem={problem || undefined}
      onConfirm={go}
    >
      <Stack gap={16}>
        <span>{words ? words.tells?.() : m.listing_delete_text()}</span>
        {shown === 'close' && (
          <Radio.Group label={m.listing_closed_as()} value={closedAs} onChange={(v) => setClosedAs(v as Closing)}>
            <Stack gap={8} mt={6}>
              {closings.map((one) => (
                <Radio key={one} value={one} label={closingNames[one]()} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {withReason.includes(shown) && (
          <Textarea
            label={m.listing_reason()}
            description={m.listing_reason_help()}
            value={reason}
            onChange={(e) => setReason(e.currentTarget.value)}
            maxLength={300}
            autosize
            minRows={2}
          />
        )}
      </Stack>
    </ConfirmModal>
  );
}
