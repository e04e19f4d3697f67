import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { TenancyFiles } from '#web/paper/files.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { m } from '#words/messages.js';
import { isInLease, leaseHomeName, StatementButton, useLease } from './lease.tsx';

/** The documents of the tenant's lease. */
export default function LivingDocuments() {
  const lease = useLease();
  const { link } = useDashboard();
  if (!lease.data) return <LoadingState answer={lease} />;
  return (
    <>
      <PageHeader
        title={m.living_files()}
        crumbs={[{ label: leaseHomeName(lease.data), href: link('living.home') }, { label: m.living_files() }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={m.living_files_sub()}
        actions={isInLease(lease.data) && <StatementButton id={lease.data.id} />}
      />
      <TenancyFiles tenancyId={lease.data.id} />
    </>
  );
}
