import { isAllowed } from '#contract/access/grants.ts';
import { type Mandate, mandateCalls } from '#contract/access/mandate-calls.ts';
import { MandateTerms } from '#web/access/mandate-terms.tsx';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './people.module.css';

/** The mandates a company gave or holds, for users who may read them; undefined for others. */
export function useMandates(company: number | undefined): { count: number; results: readonly Mandate[] } | undefined {
  const { visitor } = useApp();
  const enabled = company !== undefined && isAllowed(mandateCalls.listMandates.needs, visitor);
  const answer = useCall(mandateCalls.listMandates, { page: 1, page_size: 100, z_filter: { company_id: company } }, { enabled, quiet: true });
  return enabled ? answer.data : undefined;
}

/** The mandates of a company with the other party, purpose, properties and end date. */
export function MandateList({ mandates, company }: { mandates: readonly Mandate[]; company: number }) {
  if (mandates.length === 0) return <StateBlock title={m.people_mandates_none()} text={m.people_mandates_none_text()} />;
  return (
    <div className={classes.stack}>
      {mandates.map((one) => (
        <Panel
          key={one.id}
          title={one.owner.id === company ? m.people_mandate_to({ name: one.agent.name }) : m.people_mandate_from({ name: one.owner.name })}
          right={
            <ToneBadge tone={one.in_force ? 'good' : 'done'}>
              {one.in_force ? m.access_mandate_in_force() : m.access_mandate_not_in_force()}
            </ToneBadge>
          }
        >
          <MandateTerms mandate={one} />
        </Panel>
      ))}
    </div>
  );
}
