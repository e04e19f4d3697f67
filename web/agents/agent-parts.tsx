import type { ReactNode } from 'react';
import { IconPhone, IconShieldCheckFilled, IconStarFilled } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import classes from './agents.module.css';
import type { AgentReviewView, AgentView } from './view.ts';

export const AgentPortrait = ({ agent, size }: { agent: Pick<AgentView, 'image' | 'initials'>; size: number }) =>
  agent.image ? (
    <img className={classes.face} src={agent.image} alt="" width={size} height={size} loading="lazy" />
  ) : (
    <span className={classes.face} style={{ width: size, height: size, fontSize: size * 0.36 }} aria-hidden="true">
      {agent.initials}
    </span>
  );

export const AgentBadges = ({ agent }: { agent: AgentView }) => (
  <span className={classes.marks}>
    {agent.verified && (
      <span data-good>
        <IconShieldCheckFilled size={15} aria-hidden />
        {agent.verified}
      </span>
    )}
    {agent.rating && (
      <span title={agent.rating.says}>
        <IconStarFilled size={14} aria-hidden />
        <span aria-hidden="true">{agent.rating.average}</span>
        <span className="sr-only">{agent.rating.says}</span>
      </span>
    )}
    {agent.earb && <span>{agent.earb}</span>}
  </span>
);

export const AgentTile = ({ agent }: { agent: AgentView }) => (
  <li className={classes.tile}>
    <AppLink href={agent.href} className={classes.tileLink}>
      <AgentPortrait agent={agent} size={64} />
      <span className={classes.tileText}>
        <b>{agent.name}</b>
        <span>{agent.company}</span>
        <AgentBadges agent={agent} />
      </span>
    </AppLink>
    <div className={classes.tileFoot}>
      <span>{agent.offers}</span>
      {agent.answers && <span>{agent.answers}</span>}
    </div>
  </li>
);

export const AgentCallLink = ({ agent }: { agent: AgentView }) =>
  agent.call && (
    <a className={classes.call} href={agent.call.href} aria-label={agent.call.says}>
      <IconPhone size={17} aria-hidden />
      {agent.call.text}
    </a>
  );

export const AgentReviewItem = ({ review, replyLabel, children }: { review: AgentReviewView; replyLabel: string; children?: ReactNode }) => (
  <li className={classes.review}>
    <div className={classes.reviewHead}>
      <span className={classes.stars} role="img" aria-label={review.stars}>
        {[1, 2, 3, 4, 5].map((n) => (
          <IconStarFilled key={n} size={15} aria-hidden data-off={n > Math.round(review.score) || undefined} />
        ))}
      </span>
      <b>{review.author}</b>
      <span>
        {review.basis}
        {review.basis && ' · '}
        {review.when}
      </span>
      {children}
    </div>
    {review.body && <p>{review.body}</p>}
    {review.reply && (
      <blockquote>
        <b>{replyLabel}</b> {review.reply}
      </blockquote>
    )}
  </li>
);
