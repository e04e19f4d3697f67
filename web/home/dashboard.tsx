import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { timeZone } from '#contract/constants.ts';
import { homeCalls } from '#contract/home/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { SupportLinks } from '#web/layout/support.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatWeekday } from '#web/ui/format.ts';
import { IconPlus } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import { TenantHomePage } from './tenant.tsx';

// The home page of a tenant is a different page at the same address, so the staff page and its data load separately.
const loadWork = () => import('./staff-home.tsx');
const Work = lazy(loadWork);
const EarbNote = lazy(() => import('#web/people/earb.tsx').then((module) => ({ default: module.EarbNotice })));

/** The time of day in Nairobi, independent of the device's clock. */
function greeting(name: string): string {
  const hour = Number(new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hour12: false, timeZone }).format(clock.now()));
  return (hour < 12 ? m.shell_greeting_morning : hour < 17 ? m.shell_greeting_afternoon : m.shell_greeting_evening)({ name });
}

/** The home of every dashboard: figures that open their lists, pending tasks, one chart, then lists. */
export default function DashboardHome() {
  const { user, visitor, locale } = useApp();
  const overview = useCall(homeCalls.overview, {});
  const first = user?.name.split(' ')[0] ?? '';
  const { data } = overview;
  const lives = visitor.role === 'tenant';
  useEffect(() => {
    if (!lives) void loadWork();
  }, [lives]);
  return (
    <>
      <PageHeader
        title={greeting(first)}
        sub={formatWeekday(clock.now(), locale)}
        actions={data && <FirstAct free={data.portfolio?.vacant ?? 0} />}
      />
      <Unverified />
      {visitor.role === 'agent' && (
        <Suspense>
          <EarbNote />
        </Suspense>
      )}
      {!data && <LoadingState answer={overview} />}
      {data && lives && <TenantHomePage enquiries={data.enquiries} />}
      {data && !lives && (
        <Suspense fallback={<LoadingState answer={overview} />}>
          <Work data={data} />
        </Suspense>
      )}
    </>
  );
}

/** The main action of the header for landlords and agents. Without a vacant unit there is nothing to list yet. */
function FirstAct({ free }: { free: number }) {
  const { visitor } = useApp();
  const { link, layout } = useDashboard();
  if (layout !== 'owner' && layout !== 'agent') return null;
  const lets = free > 0 && isAllowed(['tenancies', 'create'], visitor);
  if (!lets && !isAllowed(['property', 'create'], visitor)) return null;
  return (
    <Button component={AppLink} href={link(lets ? 'tenancy.create' : 'property.create')} leftSection={<IconPlus size={16} aria-hidden />}>
      {lets ? m.tenancy_new() : m.dashboard_add_property()}
    </Button>
  );
}

const standing = {
  pending: [m.dashboard_unverified_pending_title, m.dashboard_unverified_pending_text],
  suspended: [m.dashboard_unverified_suspended_title, m.dashboard_unverified_suspended_text],
  rejected: [m.dashboard_unverified_rejected_title, m.dashboard_unverified_rejected_text],
} as const;

/** The reason for limited access: Makao has not verified the account or ended its verification, or two-step sign-in must be set up first. */
function Unverified() {
  const { user } = useApp();
  const { link } = useDashboard();
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
          <Button component={AppLink} href={link('people.accounts')} variant="default">
            {m.dashboard_unverified_account()}
          </Button>
          {(user?.verified_status === 'suspended' || user?.verified_status === 'rejected') && <SupportLinks />}
        </div>
      }
    />
  );
}
