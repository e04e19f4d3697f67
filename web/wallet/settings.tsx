import { useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { CommissionRules } from '#web/commission/rules.tsx';
import { useApp } from '#web/layout/app.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { m } from '#words/messages.js';
import { WalletRules } from './wallet-rules.tsx';

/** The platform's settings, section by section, each with its own view and permission. */
export default function WalletSettingsPage() {
  const { visitor } = useApp();
  const [params] = useSearchParams();
  const sections = [
    { key: 'payouts', label: m.wallet_settings_payouts(), needs: ['wallet_settings', 'read'] as const, View: WalletRules },
    { key: 'commissions', label: m.commission_rules(), needs: ['commission_settings', 'read'] as const, View: CommissionRules },
  ].filter(({ needs }) => isAllowed(needs, visitor));
  const open = sections.find(({ key }) => key === params.get('section')) ?? sections[0];
  return (
    <>
      <PageHeader title={m.screens_wallet_settings()} sub={m.wallet_settings_lead()} />
      <ViewTabs
        label={m.screens_wallet_settings()}
        items={sections.map(({ key, label }) => ({ label, href: `?section=${key}`, current: key === open?.key }))}
      />
      {open && <open.View />}
    </>
  );
}
