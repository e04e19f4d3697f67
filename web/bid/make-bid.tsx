import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { bidCalls } from '#contract/bid/calls.ts';
import { bidResponseHours } from '#contract/bid/terms.ts';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import { useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatDateTime, formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './bid.module.css';
import { BidTermsFields, bidTermFieldNames, findSuspiciousBidPercent, toBidTermsDraft, toBidTermsInput, validateBidTerms } from './terms-form.tsx';

/** The page behind "Make a bid": the asking price and the bidder's terms. */
export default function MakeBidForm() {
  const { link } = useDashboard();
  const offer = useCall(bidCalls.biddingInfo, { listing_id: Number(useParams().listing_id) });
  if (!offer.data) return <LoadingState answer={offer} rows={5} />;
  const { title, price_cents, open_bid, negotiable } = offer.data;
  const open = (id: number) => (
    <Button component="a" href={link('bid.one', { id })}>
      {m.bid_make_open()}
    </Button>
  );
  return (
    <>
      <PageHeader title={title} sub={m.bid_asked_price({ amount: formatKes(price_cents) })} />
      {open_bid !== null && <StateBlock title={m.bid_refusal_open()} text={m.bid_make_open_text()} action={open(open_bid)} />}
      {open_bid === null && !negotiable && <StateBlock title={m.bid_refusal_fixed()} text={m.bid_make_fixed()} />}
      {open_bid === null && negotiable && <Fields offer={offer.data} />}
    </>
  );
}

function Fields({ offer }: { offer: CallResult<typeof bidCalls.biddingInfo> }) {
  const { link } = useDashboard();
  const navigate = useNavigate();
  const [slip, setSlip] = useState<number | null>(null);
  const lets = offer.listing_type !== listingTypes.buy;
  const form = useForm(bidCalls.create, {
    id: 'bid',
    blank: toBidTermsDraft(null, offer.price_cents, lets ? offer : undefined),
    given: (draft) => ({ listing_id: offer.id, ...toBidTermsInput(draft) }),
    check: validateBidTerms(offer.listing_type),
    names: bidTermFieldNames,
    inPlace: true,
    said: () => m.said_added({ name: offer.title }),
    done: ({ id }) => void navigate(link('bid.one', { id })),
  });
  return (
    <Panel title={m.screens_bid_make()}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          const percent = findSuspiciousBidPercent(form.values, offer.price_cents);
          if (percent === null) return form.submit(event);
          event.preventDefault();
          setSlip(percent);
        }}
      >
        <p className={classes.quiet}>
          {m.bid_make_text({ when: formatDateTime(computeEveningDeadline(clock.now(), bidResponseHours).toISOString()) })}
        </p>
        {form.problem && <Note tone="bad">{form.problem}</Note>}
        <BidTermsFields form={form} listingType={offer.listing_type} freeFrom={offer.free_from} />
        <div className={classes.acts}>
          <Button type="submit" loading={form.busy}>
            {m.bid_make_send()}
          </Button>
        </div>
      </form>
      {slip !== null && (
        <ConfirmModal
          opened
          onClose={() => setSlip(null)}
          title={m.bid_slip_ask({ percent: slip })}
          confirmLabel={m.bid_make_send()}
          cancelLabel={m.shell_cancel()}
          closeLabel={m.shell_close()}
          onConfirm={() => {
            setSlip(null);
            form.submit();
          }}
        >
          <p>{m.bid_asked_price({ amount: formatKes(offer.price_cents) })}</p>
        </ConfirmModal>
      )}
    </Panel>
  );
}
