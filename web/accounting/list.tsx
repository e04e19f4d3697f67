import { useLocation, useSearchParams } from 'react-router';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { m } from '#words/messages.js';
import { CertificatesTab } from './certificates.tsx';
import { MonthsTab } from './months.tsx';
import { WorksheetsTab } from './worksheets.tsx';

const views = { worksheets: WorksheetsTab, certificates: CertificatesTab, months: MonthsTab } as const;
type View = keyof typeof views;
const viewNames = [
  ['worksheets', m.accounting_tab_worksheets],
  ['certificates', m.accounting_tab_certificates],
  ['months', m.accounting_tab_months],
] as const satisfies readonly (readonly [View, () => string])[];

/** Between ledger and bank: reconciliation worksheets, client-money certificates and the closing of months. */
export default function AccountingPage() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const wanted = params.get('tab') as View | null;
  const view: View = wanted && Object.hasOwn(views, wanted) ? wanted : 'worksheets';
  const Shown = views[view];
  return (
    <>
      <PageHeader title={m.accounting_title()} sub={m.accounting_sub()} />
      <ViewTabs
        label={m.accounting_views()}
        items={viewNames.map(([name, label]) => ({ label: label(), href: `${pathname}?tab=${name}`, current: view === name }))}
      />
      <Shown />
    </>
  );
}
