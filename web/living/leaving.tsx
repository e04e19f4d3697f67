import type { LivingHome } from '#contract/living/calls.ts';
import type { TenancyDetails } from '#contract/tenancy/calls.ts';
import { tenancyEndKindLabels } from '#contract/tenancy/labels.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './living.module.css';

type Shown = {
  readonly of: Pick<TenancyDetails, 'leaving' | 'leaving_on' | 'termination'>;
  readonly home: Pick<LivingHome, 'manager' | 'leaving_paper'>;
};

/** The notice, shown first on the page: the day, who gave it, its document, and where to object when someone else gave it. */
export function TenancyNoticePanel({ of: { leaving, leaving_on, termination }, home: { manager, leaving_paper: paper } }: Shown) {
  if (!leaving || leaving_on === null || termination) return null;
  const { kind, given_on, reason, by, at, file } = leaving;
  return (
    <div className={classes.asks}>
      <Panel title={m.living_leaving_title()}>
        <b>{m.living_next_leave({ date: formatDate(leaving_on) })}</b>
        <p className={classes.quiet}>
          {given_on ? m.living_leaving_given({ kind: tenancyEndKindLabels[kind](), date: formatDate(given_on) }) : tenancyEndKindLabels[kind]()}
        </p>
        {reason && <p className={classes.quiet}>{m.living_leaving_why({ reason })}</p>}
        {by && <p className={classes.quiet}>{m.living_leaving_by({ name: by, date: formatDate(at) })}</p>}
        {paper && (
          <p>
            <a href={paper.file} target="_blank" rel="noreferrer">
              {m.paper_open({ name: paper.name })}
            </a>
          </p>
        )}
        {file !== null && <p className={classes.quiet}>{m.living_leaving_object({ company: manager.company })}</p>}
      </Panel>
    </div>
  );
}
