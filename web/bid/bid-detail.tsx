import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { translateAuditReason } from '#contract/audit/reasons.ts';
import { bidCalls } from '#contract/bid/calls.ts';
import { bidMoveLabels } from '#contract/bid/labels.ts';
import type { BidDetails } from '#contract/bid/shapes.ts';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { leadCalls } from '#contract/lead/calls.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useRecordPageLink } from '#web/thread/record-pages.ts';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { computeWholePercent, formatDateTime, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './bid.module.css';
import { type BidMove, bidStatusNames, formatBidTerms } from './labels.ts';
import { BidTermsFields, bidTermFieldNames, toBidTermsDraft, toBidTermsInput, validateBidTerms } from './terms-form.tsx';

const touches = [listingCalls, leadCalls];
/** Moves towards an agreement come first. */
const order: readonly BidMove[] = ['accept', 'accept_counter', 'counter', 'reply', 'decline', 'decline_counter', 'withdraw'];
const firstToLast = (a: BidMove, b: BidMove) => order.indexOf(a) - order.indexOf(b);
const saysNo = (name: BidMove) => name === 'decline' || name === 'decline_counter' || name === 'withdraw';
const isTurn = (name: BidMove) => name === 'counter' || name === 'reply';

/** One bid with every turn, for both sides: the current terms, the side that has to answer and by when, and the allowed moves. */
export default function BidDetail() {
  const { layout, link } = useDashboard();
  const found = useCall(bidCalls.details, { id: Number(useParams().id) });
  const [asked, setAsked] = useState<BidMove | null>(null);
  if (!found.data) return <LoadingState answer={found} rows={6} />;
  const bid = found.data;
  const own = layout === 'tenant';
  const back = own ? { label: m.screens_bid_mine(), href: link('bid.mine') } : { label: m.screens_bid_list(), href: link('bid.list') };
  const { label, tone } = bidStatusNames[bid.status];
  return (
    <div className={classes.stack}>
      <PageHeader
        title={bid.listing.title}
        badge={<ToneBadge tone={tone}>{label()}</ToneBadge>}
        sub={`${own ? '' : `${bid.bidder}. `}${m.bid_asked_price({ amount: formatKes(bid.listing.price_cents) })}`}
        crumbs={[back, { label: bid.code }]}
        crumbsLabel={m.shell_nav_sections()}
        actions={<Acts bid={bid} ask={setAsked} />}
      />
      {bid.expires_at && !bid.frozen && <Until bid={bid} when={formatDateTime(bid.expires_at)} />}
      {!own && <About bid={bid} />}
      {bid.frozen && <Note tone="guard">{m.bid_frozen()}</Note>}
      {bid.reason && <p className={classes.quiet}>{m.bid_reason({ reason: translateAuditReason(bid.reason) })}</p>}
      {bid.others !== null && bid.others > 0 && (
        <p className={classes.quiet}>
          {m.bid_others({ count: bid.others })}{' '}
          <AppLink href={`${link('bid.list')}?listing_id=${bid.listing.id}&sort=-cents`}>{m.bid_compare()}</AppLink>
        </p>
      )}
      <Panel title={m.bid_turns()}>
        <ol className={classes.turns}>
          {bid.history.map((turn) => (
            <li key={turn.n}>
              <p>
                <b>{formatKes(turn.cents)}</b>
              </p>
              {formatBidTerms(turn) && <p>{formatBidTerms(turn)}</p>}
              <small>{m.bid_by({ name: turn.by, when: formatDateTime(turn.at) })}</small>
            </li>
          ))}
        </ol>
      </Panel>
      {asked && isTurn(asked) && <NewTerms bid={bid} close={() => setAsked(null)} />}
      {asked && !isTurn(asked) && <Ask bid={bid} name={asked} own={own} close={() => setAsked(null)} />}
    </div>
  );
}

/** The deadline; the side that has to answer is addressed directly. */
const Until = ({ bid, when }: { bid: BidDetails; when: string }) =>
  bid.moves.some((name) => name === 'accept' || name === 'accept_counter') ? (
    <Note tone="guard">{m.bid_waits_you({ when })}</Note>
  ) : (
    <Note tone="info">{m.bid_until({ when })}</Note>
  );

/** For the letting or selling company: the home, its listing, and the difference from the asking price. */
function About({ bid }: { bid: BidDetails }) {
  const { link } = useDashboard();
  const { listing, unit, latest } = bid;
  const far = latest.cents - listing.price_cents;
  const said = { sum: formatKes(Math.abs(far)), percent: computeWholePercent(Math.abs(far), listing.price_cents) };
  return (
    <Panel>
      <DefinitionList
        items={[
          {
            label: m.bid_column_amount(),
            value: `${formatKes(latest.cents)}. ${far === 0 ? m.bid_as_asked() : far < 0 ? m.bid_below(said) : m.bid_above(said)}`,
          },
          ...(unit ? [{ label: m.bid_unit(), value: <AppLink href={link('unit.detail', unit)}>{unit.name}</AppLink> }] : []),
          { label: m.bid_column_listing(), value: <AppLink href={link('listing.detail', listing)}>{listing.title}</AppLink> },
        ]}
      />
    </Panel>
  );
}

/** The next move is the one filled button. Declining moves are in the menu, with the document and the conversation. */
function Acts({ bid, ask }: { bid: BidDetails; ask: (name: BidMove) => void }) {
  const { link } = useDashboard();
  const pageOf = useRecordPageLink();
  const moves = [...bid.moves].sort(firstToLast);
  const [first, ...others] = moves.filter((name) => !saysNo(name));
  const booking = bid.booking && pageOf({ record: { kind: 'booking', ...bid.booking } });
  const outcome =
    bid.sale !== null
      ? { label: m.bid_sale_open(), href: link('bid.sale', bid.sale) }
      : booking
        ? { label: m.bid_booking_open(), href: booking }
        : bid.again
          ? { label: m.bid_again(), href: link('bid.make', { listing_id: bid.listing.id }) }
          : null;
  const talk =
    bid.thread_id !== null ? link('thread.one', { id: bid.thread_id }) : bid.lead_id !== null ? `${link('lead.list')}?lead=${bid.lead_id}` : null;
  return (
    <>
      {first && <Button onClick={() => ask(first)}>{bidMoveLabels[first]()}</Button>}
      {others.map((name) => (
        <Button key={name} variant="default" onClick={() => ask(name)}>
          {bidMoveLabels[name]()}
        </Button>
      ))}
      {outcome && (
        <Button component="a" variant={first ? 'default' : 'filled'} href={outcome.href}>
          {outcome.label}
        </Button>
      )}
      {bid.paper !== null && (
        <Button component="a" variant="default" href={bid.paper} download>
          {m.bid_paper_open()}
        </Button>
      )}
      <MoreMenu
        label={m.shell_more()}
        items={[
          talk !== null && { label: m.bid_talk_open(), href: talk },
          ...moves.filter(saysNo).map((name) => ({ label: bidMoveLabels[name](), danger: true, onClick: () => ask(name) })),
        ]}
      />
    </>
  );
}

function NewTerms({ bid, close }: { bid: BidDetails; close: () => void }) {
  const ownCents = bid.history.findLast((turn) => turn.by_bidder !== bid.latest.by_bidder)?.cents ?? bid.listing.price_cents;
  const form = useForm(bidCalls.counter, {
    id: 'terms',
    // The form begins with the person's own last amount, otherwise the asking price; repeating the other side's amount is not useful.
    blank: toBidTermsDraft({ ...bid.latest, cents: ownCents }, bid.listing.price_cents),
    given: (draft) => ({ id: bid.id, revision: bid.revision, ...toBidTermsInput(draft) }),
    check: validateBidTerms(bid.listing.listing_type),
    names: bidTermFieldNames,
    inPlace: true,
    touches,
    said: ({ code }) => m.said_saved({ name: code }),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={bid.listing.title}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.bid_send_terms()} />}
    >
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <BidTermsFields form={form} listingType={bid.listing.listing_type} />
    </FormDrawer>
  );
}

/** Explains the consequences before the move; declining asks for a reason. */
function Ask({ bid, name, own, close }: { bid: BidDetails; name: BidMove; own: boolean; close: () => void }) {
  const accepts = name === 'accept' || name === 'accept_counter';
  const form = useForm(bidCalls.move, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: bid.id, revision: bid.revision, move: name, ...(reason.trim() ? { reason } : {}) }),
    check: ({ reason }): Record<string, string> => (name === 'decline' && !reason.trim() ? { reason: m.bid_problem_reason() } : {}),
    inPlace: true,
    touches,
    said: ({ code, status }) => m.said_state({ name: code, state: bidStatusNames[status].label() }),
    done: close,
  });
  const amount = formatKes(bid.latest.cents);
  const question = accepts
    ? own
      ? m.bid_accept_mine_ask({ amount })
      : m.bid_accept_ask({ amount, name: bid.bidder })
    : name === 'withdraw'
      ? m.bid_withdraw_ask()
      : m.bid_decline_ask();
  const buys = bid.listing.listing_type === listingTypes.buy;
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={question}
      confirmLabel={bidMoveLabels[name]()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      danger={!accepts}
      loading={form.busy}
      problem={form.problem}
      onConfirm={form.submit}
    >
      <Stack gap={14}>
        <span>{accepts ? (buys ? m.bid_accept_buy() : m.bid_accept_let()) : m.bid_decline_text()}</span>
        {!accepts && <Textarea {...form.text('reason')} label={m.bid_why()} maxLength={300} autosize minRows={2} />}
      </Stack>
    </ConfirmModal>
  );
}
