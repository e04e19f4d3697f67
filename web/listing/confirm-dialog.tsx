import { Checkbox, Radio, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { listingCalls } from '#contract/listing/calls.ts';
import { type ListingClosingReason, listingClosingReasons } from '#contract/listing/kinds.ts';
import { listingClosingReasonLabels } from '#contract/listing/labels.ts';
import type { ListingDetails } from '#contract/listing/shapes.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useAction } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { m } from '#words/messages.js';
import { formatListingMoveResult, type ListingMove, listingMoveTexts } from './words.ts';

export type ListingAction = ListingMove | 'delete';
const withReason: readonly ListingAction[] = ['force', 'decline'];

/** A confirmation dialog for every move and for deletion: it explains the effect and shows the server's refusal. */
export function ListingConfirmDialog({ listing, asked, close }: { listing: ListingDetails; asked: ListingAction | null; close: () => void }) {
  const { link } = useDashboard();
  const navigate = useNavigate();
  // The last text stays readable while the dialog closes.
  const [shown, setShown] = useState<ListingAction>('publish');
  if (asked && asked !== shown) setShown(asked);
  const shut = () => {
    form.reset();
    remove.reset();
    close();
  };
  const form = useForm(listingCalls.move, {
    blank: { reason: '', wait: false, closed_as: (listing.listing_type === 2 ? 'sold' : 'let') as ListingClosingReason },
    given: ({ reason, closed_as, wait }) => ({
      id: listing.id,
      move: shown === 'delete' ? 'archive' : shown,
      reason,
      ...(shown === 'close' ? { closed_as } : {}),
      ...(shown === 'publish' && wait ? { wait: true } : {}),
    }),
    check: ({ reason }): Record<string, string> => (withReason.includes(shown) && !reason.trim() ? { reason: m.listing_need_reason() } : {}),
    inPlace: true,
    touches: [unitCalls, propertyCalls],
    said: formatListingMoveResult,
    done: shut,
  });
  const remove = useAction(listingCalls.remove, {
    inPlace: true,
    touches: [unitCalls, propertyCalls],
    said: () => m.said_deleted({ name: listing.title }),
    done: () => navigate(link('listing.list')),
  });
  const words = shown === 'delete' ? null : listingMoveTexts[shown];
  const title = { title: listing.title };
  return (
    <ConfirmModal
      opened={asked !== null}
      onClose={shut}
      title={words ? (words.asks?.(title) ?? words.verb()) : m.listing_delete_ask(title)}
      confirmLabel={words ? words.verb() : m.listing_delete()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      danger={shown === 'delete' || shown === 'force'}
      loading={form.busy || remove.isPending}
      problem={form.problem || remove.problem}
      onConfirm={(event) => (shown === 'delete' ? remove.mutate({ id: listing.id }) : form.submit(event))}
    >
      <Stack gap={16}>
        <span>{words ? words.tells?.() : m.listing_delete_text()}</span>
        {shown === 'close' && (
          <Radio.Group label={m.listing_closed_as()} value={form.values.closed_as} onChange={(v) => form.set('closed_as', v as ListingClosingReason)}>
            <Stack gap={8} mt={6}>
              {listingClosingReasons.map((one) => (
                <Radio key={one} value={one} label={listingClosingReasonLabels[one]()} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {shown === 'publish' && form.problem && (
          <Checkbox {...form.tick('wait')} label={m.listing_publish_wait()} description={m.listing_publish_wait_text()} />
        )}
        {withReason.includes(shown) && (
          <Textarea {...form.text('reason')} label={m.listing_reason()} description={m.listing_reason_help()} maxLength={300} autosize minRows={2} />
        )}
      </Stack>
    </ConfirmModal>
  );
}
