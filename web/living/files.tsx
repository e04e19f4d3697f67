import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { TenancyDocumentList } from '#web/paper/files.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { m } from '#words/messages.js';
import { getLeaseHomeName, isCurrentLeaseParty, TenancyStatementButton, useLease } from './lease.tsx';

/** The documents of the tenant's lease. */
export default function LivingDocuments() {
  const lease = useLease();
  const { link } = useDashboard();
  if (!lease.data) return <LoadingState answer={lease} />;
  return (
    <>
      <PageHeader
        title={m.living_files()}
        crumbs={[{ label: getLeaseHomeName(lease.data), href: link('living.home') }, { label: m.living_files() }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={m.living_files_sub()}
        actions={isCurrentLeaseParty(lease.data) && <TenancyStatementButton id={lease.data.id} />}
      />
      <TenancyDocumentList tenancyId={lease.data.id} />
    </>
  );
}
