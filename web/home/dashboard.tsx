import { Button } from '@mantine/core';
import { allows } from '#contract/access/grants.ts';
import { timeZone } from '#contract/constants.ts';
import { homeCalls } from '#contract/home/calls.ts';
import { waitsOf } from '#contract/home/waits.ts';
import type { Answer } from '#contract/kernel/call.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDash } from '#web/layout/screen.ts';
import { Support } from '#web/layout/support.tsx';
import { Waiting } from '#web/layout/waiting.tsx';
import { EarbNote } from '#web/people/earb.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { dateDay } from '#web/ui/format.ts';
import { IconPlus } from '#web/ui/icons.ts';
import { A } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import { Charts } from './charts.tsx';
import { Arriving, Ending, Pipeline, ToursWeek } from './coming.tsx';
import classes from './dashboard.module.css';
import { NewestLeads, Occupancy, Reports, ToApprove, ToVerify, VacantUnits } from './lists.tsx';
import { TenantHome } from './tenant.tsx';
import { Tiles } from './tiles.tsx';
import { WaitsPanel } from './waits.tsx';

/** Morning, afternoon or evening in Nairobi, whatever the device thinks. */
function greeting(name: string): string {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hour12: false, timeZone }).format(clock.now()));
  return (hour < 12 ? m.shell_greeting_morning : hour < 17 ? m.shell_greeting_afternoon : m.shell_greeting_evening)({ name });
}

/** The home of every dashboard: figures that open the lists they count, what waits for whoever looks, one chart, then lists. */
export default function DashboardHome() {
  const { user, visitor, locale } = useApp();
  const overview = useCall(homeCalls.overview, {});
  const first = user?.name.split(' ')[0] ?? '';
  const { data } = overview;
  return (
    <>
      <PageHeader title={greeting(first)} sub={dateDay(clock.now(), locale)} actions={data && <FirstAct free={data.portfolio?.vacant ?? 0} />} />
      <Unverified />
      {visitor.role === 'agent' && <EarbNote />}
      {!data && <Waiting answer={overview} />}
      {data && (visitor.role === 'tenant' ? <TenantHome enquiries={data.enquiries} /> : <Work data={data} />)}
    </>
  );
}

/** The one act of the header: what whoever lets homes does most. Without a free home there is nothing to let yet. */
function FirstAct({ free }: { free: number }) {
  const { visitor } = useApp();
  const { link, layout } = useDash();
  if (layout !== 'owner' && layout !== 'agent') return null;
  const lets = free > 0 && allows(['tenancies', 'create'], visitor);
  if (!lets && !allows(['property', 'create'], visitor)) return null;
  return (
    <Button component={A} href={link(lets ? 'tenancy.create' : 'property.create')} leftSection={<IconPlus size={16} aria-hidden />}>
      {lets ? m.tenancy_new() : m.dashboard_add_property()}
    </Button>
  );
}

type Overview = Answer<typeof homeCalls.overview>;

function Work({ data }: { data: Overview }) {
  const { visitor } = useApp();
  const { layout } = useDash();
  const waits = layout === 'tenant' || layout === 'tenancy' ? [] : waitsOf(layout, visitor);
  const lets = companyRoles.includes(layout as 'owner');
  const may = (document: 'contacts' | 'property' | 'tenancies' | 'booking' | 'tours') => allows([document, 'read'], visitor);
  if (data.portfolio?.properties === 0 && layout !== 'dealer' && lets && allows(['property', 'create'], visitor)) return <FirstProperty />;
  return (
    <>
      <Tiles facts={data.portfolio} />
      <div className={classes.cols}>
        <div className={classes.side}>
          {(data.portfolio || waits.length > 0) && <WaitsPanel />}
          {lets && may('tenancies') && <Arriving />}
          {waits.includes('verify') && <ToVerify />}
          {waits.includes('reports') && <Reports />}
          {waits.includes('agents') && <ToApprove />}
          {waits.includes('vacant') && <VacantUnits />}
          {lets && layout !== 'dealer' && may('property') && <Occupancy />}
        </div>
        <div className={classes.stack}>
          <Charts chart={data.chart} months={data.months} />
          {may('booking') && <Pipeline />}
          {lets && may('tours') && <ToursWeek />}
          {may('tenancies') && <Ending />}
          {lets && may('contacts') && <NewestLeads />}
        </div>
      </div>
    </>
  );
}

/** The first step of somebody who has nothing here yet: one building, or all of them at once from a sheet. */
function FirstProperty() {
  const { link } = useDash();
  return (
    <Panel>
      <StateBlock
        title={m.dashboard_first_title()}
        text={m.dashboard_first_text()}
        action={
          <>
            <Button component={A} href={link('property.create')}>
              {m.dashboard_first_add()}
            </Button>
            <Button component={A} href={link('intake.bring')} variant="default">
              {m.dashboard_first_excel()}
            </Button>
          </>
        }
      />
    </Panel>
  );
}

const standing = {
  pending: [m.dashboard_unverified_pending_title, m.dashboard_unverified_pending_text],
  suspended: [m.dashboard_unverified_suspended_title, m.dashboard_unverified_suspended_text],
  rejected: [m.dashboard_unverified_rejected_title, m.dashboard_unverified_rejected_text],
} as const;

/** Why there is so little to do: the platform has not verified this person, or no longer, or the second step is to be turned on first. */
function Unverified() {
  const { user } = useApp();
  const { link } = useDash();
  const waits = user?.verified_status && user.verified_status !== 'verified' ? standing[user.verified_status] : null;
  const why = user?.must_enrol ? ([m.dashboard_enrol_title, m.dashboard_enrol_text] as const) : waits;
  if (!why) return null;
  const [title, text] = why;
  return (
    <StateBlock
      kind="denied"
      title={title()}
      text={text()}
      action={
        <div>
          <Button component={A} href={link('people.accounts')} variant="default">
            {m.dashboard_unverified_account()}
          </Button>
          {(user?.verified_status === 'suspended' || user?.verified_status === 'rejected') && <Support />}
        </div>
      }
    />
  );
}
