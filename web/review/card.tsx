import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { agentsCalls } from '#contract/agents/calls.ts';
import { canSeeManyCompanies } from '#contract/kernel/roles.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { reviewCalls, type StaffReview } from '#contract/review/calls.ts';
import { moderationReasonLabels, reviewTargetLabels } from '#contract/review/labels.ts';
import { useAction } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { CompanyName } from '#web/lists/holder.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { formatDate } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { ReviewProsAndCons } from './public-reviews.tsx';
import classes from './review.module.css';
import { RatingStars } from './stars.tsx';
import { reviewStateNames } from './words.ts';

type Asked = 'reply' | 'publish' | 'hide' | 'reject';

/** One review in the staff view, with the available actions. */
export function ReviewCard({ review, named }: { review: StaffReview; named: boolean }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const state = reviewStateNames[review.status];
  return (
    <li className={classes.review}>
      <div className={classes.head}>
        <RatingStars score={review.score} />
        <b>{review.author ?? m.review_unnamed()}</b>
        <span className={classes.quiet}>
          {formatDate(review.created_at)} · {review.code}
        </span>
        {(review.status !== 'published' || named) && <ToneBadge tone={state.tone}>{state.label()}</ToneBadge>}
      </div>
      {named ? <Subject review={review} /> : review.target === 'unit' && <span className={classes.quiet}>{review.subject}</span>}
      {review.body && <p>{review.body}</p>}
      <ReviewProsAndCons pros={review.pros} cons={review.cons} />
      {review.scores.length > 0 && (
        <details className={classes.scores}>
          <summary>{m.review_scores()}</summary>
          {review.scores.map((one) => (
            <div key={one.item_id}>
              {one.label}: <b>{one.score}</b>
            </div>
          ))}
        </details>
      )}
      {review.doubts.length > 0 && review.status === 'pending' && (
        <p className={classes.quiet}>{m.review_waits({ why: review.doubts.map((doubt) => moderationReasonLabels[doubt]()).join(', ') })}</p>
      )}
      {review.status_reason && <p className={classes.quiet}>{m.review_because({ reason: review.status_reason })}</p>}
      {review.reply && (
        <blockquote className={classes.answer}>
          <b>{m.review_answer()}</b> {review.reply}
        </blockquote>
      )}
      <Acts review={review} ask={setAsked} />
      {asked === 'reply' && <Reply review={review} close={close} />}
      {asked === 'publish' && <Publish review={review} close={close} />}
      {(asked === 'hide' || asked === 'reject') && <TakeAway review={review} move={asked} close={close} />}
    </li>
  );
}

function Subject({ review }: { review: StaffReview }) {
  const { layout, link } = useDashboard();
  const { property, agent } = review;
  const href = property
    ? link('review.property', { id: property.id, code: property.code })
    : agent && link('agents.reviews', { id: agent.id, code: agent.code });
  return (
    <span>
      <span className={classes.quiet}>{reviewTargetLabels[review.target]()}</span>{' '}
      {href ? <AppLink href={href}>{review.subject}</AppLink> : review.subject}
      {canSeeManyCompanies(layout) && review.company && (
        <span className={classes.quiet}>
          {' · '}
          <CompanyName company={review.company} />
          {review.county && ` · ${review.county}`}
        </span>
      )}
    </span>
  );
}

const Acts = ({ review, ask }: { review: StaffReview; ask: (what: Asked) => void }) => (
  <div className={classes.acts}>
    {review.may_reply && (
      <Button variant="default" size="sm" onClick={() => ask('reply')}>
        {review.reply ? m.review_reply_change() : m.review_reply()}
      </Button>
    )}
    {review.moves.includes('publish') && (
      <Button variant="default" size="sm" onClick={() => ask('publish')}>
        {m.review_publish()}
      </Button>
    )}
    {review.moves.includes('hide') && (
      <Button variant="default" size="sm" onClick={() => ask('hide')}>
        {m.review_hide()}
      </Button>
    )}
    {review.moves.includes('reject') && (
      <Button variant="default" size="sm" onClick={() => ask('reject')}>
        {m.review_reject()}
      </Button>
    )}
  </div>
);

type Props = { review: StaffReview; close: () => void };

function Reply({ review, close }: Props) {
  const form = useForm(reviewCalls.reply, {
    blank: { reply: review.reply ?? '' },
    given: ({ reply }) => ({ id: review.id, reply }),
    touches: [agentsCalls, propertyCalls],
    said: () => m.said_replied({ subject: review.subject }),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.review_reply_title()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.review_reply_send()} disabled={form.values.reply.trim().length < 2} />}
    >
      <Textarea {...form.text('reply')} label={m.review_reply_label()} description={m.review_reply_help()} autosize minRows={5} maxLength={2000} />
    </FormDrawer>
  );
}

function Publish({ review, close }: Props) {
  const act = useAction(reviewCalls.moderate, {
    touches: [agentsCalls, propertyCalls],
    said: () => m.said_review_published({ subject: review.subject }),
    done: close,
  });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.review_publish_title()}
      confirmLabel={m.review_publish()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={act.isPending}
      onConfirm={() => act.mutate({ id: review.id, move: 'publish' })}
    >
      {m.review_publish_text({ subject: review.subject })}
    </ConfirmModal>
  );
}

function TakeAway({ review, move, close }: Props & { move: 'hide' | 'reject' }) {
  const form = useForm(reviewCalls.moderate, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: review.id, move, reason }),
    inPlace: true,
    touches: [agentsCalls, propertyCalls],
    said: () => (move === 'hide' ? m.said_review_hidden : m.said_review_rejected)({ subject: review.subject }),
    done: close,
  });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={move === 'hide' ? m.review_hide_title() : m.review_reject_title()}
      confirmLabel={move === 'hide' ? m.review_hide() : m.review_reject()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={form.busy}
      ready={form.values.reason.trim().length >= 5}
      problem={form.problem}
      danger
      onConfirm={form.submit}
    >
      <p>{move === 'hide' ? m.review_hide_text() : m.review_reject_text()}</p>
      <Textarea {...form.text('reason')} label={m.review_reason()} autosize minRows={3} maxLength={500} />
    </ConfirmModal>
  );
}
