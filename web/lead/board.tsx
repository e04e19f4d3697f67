import type { UseQueryResult } from '@tanstack/react-query';
import type { Answer } from '#contract/kernel/call.ts';
import type { LeadHead, leadCalls } from '#contract/lead/calls.ts';
import { Waiting } from '#web/layout/waiting.tsx';
import { count, dateShort, dateTime } from '#web/ui/format.ts';
import { A } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './lead.module.css';
import { type Status, shown, statusNames } from './words.ts';

type Props = {
  answer: UseQueryResult<Answer<typeof leadCalls.board>>;
  open: (id: number) => void;
  listHref: (status: Status) => string;
};

/** A column a stage. Cards are moved from the drawer they open: a list of buttons works with a keyboard and a thumb alike. */
export function Board({ answer, open, listHref }: Props) {
  if (!answer.data) return <Waiting answer={answer} text={m.shell_filters_kept()} />;
  return (
    <div className={classes.board}>
      {answer.data.stages.map((stage) => (
        <section key={stage.status} className={classes.stage} aria-label={statusNames[stage.status].label()}>
          <h2 className={classes.head}>
            {statusNames[stage.status].label()} <small>{count(stage.count)}</small>
          </h2>
          {stage.results.length === 0 && <p className={classes.empty}>{m.lead_empty_stage()}</p>}
          {stage.results.map((lead) => (
            <Card key={lead.id} lead={lead} open={() => open(lead.id)} />
          ))}
          {stage.count > stage.results.length && (
            <A className={classes.more} href={listHref(stage.status)}>
              {m.lead_more({ count: stage.count - stage.results.length })}
            </A>
          )}
        </section>
      ))}
    </div>
  );
}

const Card = ({ lead, open }: { lead: LeadHead; open: () => void }) => (
  <button type="button" className={classes.card} onClick={open}>
    <b>{lead.name}</b>
    <span>{lead.listing?.title ?? shown(lead)}</span>
    <span className={lead.first_answer_at ? undefined : classes.late}>
      {lead.first_answer_at ? (lead.unread ? m.lead_unread() : (lead.assigned?.name ?? '')) : m.lead_wait()} ·{' '}
      <span title={dateTime(lead.created_at)}>{dateShort(lead.created_at)}</span>
    </span>
  </button>
);
