import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { m } from '#words/messages.js';
import { CommissionsTab } from './commissions-tab.tsx';

export default function CommissionList() {
  return (
    <>
      <PageHeader title={m.screens_commission_list()} sub={m.commission_lead()} />
      <CommissionsTab />
    </>
  );
}
