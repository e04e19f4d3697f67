import { leadCalls } from '#contract/lead/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { leadStatusNames } from './labels.ts';
import classes from './lead.module.css';

/** Whether an owner's agents answer the enquiries about the owner's homes, without the visitors' identities. */
export function AgentLeadsPanel() {
  const { visitor } = useApp();
  const { link } = useDashboard();
  const answer = useCall(leadCalls.listWithAgents, { page: 1, page_size: 10 }, { enabled: visitor?.layout === 'owner' });
  if (!answer.data || answer.data.count === 0) return null;
  const { count, unanswered, results } = answer.data;
  return (
    <div className={classes.agents}>
      <Panel title={m.lead_with_agents({ count })}>
        <p className={classes.quiet}>{unanswered === 0 ? m.lead_with_agents_answered() : m.lead_with_agents_unanswered({ count: unanswered })}</p>
        <PanelRows>
          {results.map((lead) => (
            <div key={lead.id} className={classes.agentsRow}>
              <span>
                {lead.listing ? (
                  <AppLink href={link('listing.detail', { id: lead.listing.id, code: lead.listing.code })}>{lead.listing.title}</AppLink>
                ) : (
                  (lead.property?.name ?? '')
                )}
                <small>{m.lead_with_agents_row({ agent: lead.agent, day: formatDate(lead.created_at) })}</small>
              </span>
              <ToneBadge tone={leadStatusNames[lead.status].tone}>
                {lead.first_answer_at ? leadStatusNames[lead.status].label() : m.lead_wait()}
              </ToneBadge>
            </div>
          ))}
        </PanelRows>
        {count > results.length && <p className={classes.quiet}>{m.lead_with_agents_more({ count: count - results.length })}</p>}
      </Panel>
    </div>
  );
}
