import type { UseQueryResult } from '@tanstack/react-query';
import type { CallResult } from '#contract/kernel/call.ts';
import type { LeadSummary, leadCalls } from '#contract/lead/calls.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { formatCount, formatDateTime, formatShortDate } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import { formatLeadPhone, type LeadStatus, leadStatusNames } from './labels.ts';
import classes from './lead.module.css';

type Props = {
  answer: UseQueryResult<CallResult<typeof leadCalls.board>>;
  open: (id: number) => void;
  listHref: (status: LeadStatus) => string;
};

/** One column per stage. The drawer moves a card: a list of buttons works with a keyboard and on a phone. */
export function LeadBoard({ answer, open, listHref }: Props) {
  if (!answer.data) return <LoadingState answer={answer} text={m.shell_filters_kept()} />;
  return (
    <div className={classes.board}>
      {answer.data.stages.map((stage) => (
        <section key={stage.status} className={classes.stage} aria-label={leadStatusNames[stage.status].label()}>
          <h2 className={classes.head}>
            {leadStatusNames[stage.status].label()} <small>{formatCount(stage.count)}</small>
          </h2>
          {stage.results.length === 0 && <p className={classes.empty}>{m.lead_empty_stage()}</p>}
          {stage.results.map((lead) => (
            <Card key={lead.id} lead={lead} open={() => open(lead.id)} />
          ))}
          {stage.count > stage.results.length && (
            <AppLink className={classes.more} href={listHref(stage.status)}>
              {m.lead_more({ count: stage.count - stage.results.length })}
            </AppLink>
          )}
        </section>
      ))}
    </div>
  );
}

const Card = ({ lead, open }: { lead: LeadSummary; open: () => void }) => (
  <button type="button" className={classes.card} onClick={open}>
    <b>{lead.name}</b>
    <span>{lead.listing?.title ?? formatLeadPhone(lead)}</span>
    <span className={lead.first_answer_at ? undefined : classes.late}>
      {lead.first_answer_at ? (lead.unread ? m.lead_unread() : (lead.assigned?.name ?? '')) : m.lead_wait()} ·{' '}
      <span title={formatDateTime(lead.created_at)}>{formatShortDate(lead.created_at)}</span>
    </span>
  </button>
);
