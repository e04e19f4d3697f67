import { Button } from '@mantine/core';
import { useState } from 'react';
import { agreementCalls } from '#contract/agreement/calls.ts';
import type { BookingSummary } from '#contract/booking/shapes.ts';
import { inspectionCalls } from '#contract/inspection/calls.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { tenancyStatuses } from '#contract/tenancy/kinds.ts';
import type { TenancySummary } from '#contract/tenancy/shapes.ts';
import { visitorCalls } from '#contract/tour/visitor-calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { PindoPattern } from '#web/ui/brand.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { IconCalendarEvent, IconFileText, IconHeart, IconMessage } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import { listTenantSteps, type TenantStep } from './steps.ts';
import classes from './tenant.module.css';

const first = { page: 1, page_size: 10 } as const;
/** How many later steps are shown before the user asks for all. */
const few = 4;
type Known = { lived: readonly TenancySummary[]; bookings: readonly BookingSummary[] };

/** All open steps in the order of time. Data that cannot be loaded now is left out: its own page shows the error. */
export function useTenantSteps({ lived, bookings }: Known): { readonly pending: boolean; readonly steps: readonly TenantStep[] } {
  const agreements = useCall(agreementCalls.list, { ...first, z_filter: { mine: 'true', waiting: 'true' } }, { quiet: true });
  const inspections = useCall(inspectionCalls.listMine, { ...first, z_filter: { waiting: 'true' } }, { quiet: true });
  const tours = useCall(visitorCalls.listMine, first, { quiet: true });
  // Tenants with several homes open each for its dues; most have one.
  const home = lived.find((one) => one.status !== tenancyStatuses.terminate);
  const lease = useCall(tenancyCalls.details, home ? { id: home.id } : null, { quiet: true });
  const steps = listTenantSteps({
    agreements: agreements.data?.results ?? [],
    inspections: inspections.data?.results ?? [],
    tours: tours.data?.results ?? [],
    leases: home && lease.data ? [lease.data] : [],
    lived,
    bookings,
  });
  return { steps, pending: agreements.isLoading || inspections.isLoading || tours.isLoading || lease.isLoading };
}

/** The tenant's next step, large; then shortcuts; then later steps. Rent due is the largest item, and the only large one. */
export function FirstStepCard({ steps, owes }: { steps: readonly TenantStep[]; owes: boolean }) {
  const [all, showAll] = useState(false);
  const step = owes ? undefined : steps[0];
  const after = owes ? steps : steps.slice(1);
  return (
    <>
      {step && <Large step={step} />}
      <Quick />
      {after.length > 0 && (
        <Panel title={owes ? m.dashboard_next_step() : m.dashboard_after_that()} pad={false}>
          <PanelRows>
            {(all ? after : after.slice(0, few)).map((one) => (
              <AppLink key={one.key} className={classes.row ?? ''} href={one.href}>
                <span>
                  <b>{one.big}</b>
                  <small>{[one.what, one.when].filter(Boolean).join(' · ')}</small>
                </span>
                <span className={classes.verb}>{one.verb}</span>
              </AppLink>
            ))}
          </PanelRows>
          {after.length > few && (
            <Button variant="subtle" fullWidth aria-expanded={all} onClick={() => showAll(!all)}>
              {all ? m.dashboard_steps_fewer() : m.dashboard_steps_all({ count: after.length })}
            </Button>
          )}
        </Panel>
      )}
    </>
  );
}

function Large({ step }: { step: TenantStep }) {
  return (
    <section className={classes.next} aria-label={m.dashboard_next_step()}>
      <div className={classes.nextIn}>
        <p>{step.what}</p>
        <h2>{step.big}</h2>
        {step.when && <p>{step.when}</p>}
        <AppLink className={classes.act ?? ''} href={step.href}>
          {step.verb}
        </AppLink>
      </div>
      <PindoPattern h={10} />
    </section>
  );
}

/** The tenant's most frequent actions, one tap away. */
function Quick() {
  const { link } = useDashboard();
  const all = [
    { label: m.dashboard_quick_visits(), href: link('tour.mine'), Icon: IconCalendarEvent },
    { label: m.dashboard_quick_messages(), href: link('thread.mine'), Icon: IconMessage },
    { label: m.dashboard_quick_papers(), href: link('agreement.mine'), Icon: IconFileText },
    { label: m.dashboard_quick_saved(), href: link('finding.favourites'), Icon: IconHeart },
  ];
  return (
    <nav className={classes.quick} aria-label={m.dashboard_quick()}>
      {all.map(({ label, href, Icon }) => (
        <AppLink key={href} href={href}>
          <Icon size={22} stroke={1.6} aria-hidden />
          {label}
        </AppLink>
      ))}
    </nav>
  );
}
