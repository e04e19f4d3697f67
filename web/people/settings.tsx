import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { familyCalls, type PersonDetails } from '#contract/people/calls.ts';
import type { AccountAction } from '#contract/people/kinds.ts';
import { peopleListTitles } from '#contract/people/labels.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { m } from '#words/messages.js';
import { AccountActiveBadge, ApprovalBadge } from './badges.tsx';
import { AccountActionDialog, type RequestedAccountAction } from './confirm-action.tsx';
import classes from './people.module.css';
import { accountStatusNames, getAccountActionVerb, getBusinessTypeName } from './words.ts';

/** The platform's decisions about a dealer, one panel each. */
export default function DealerSettings() {
  const { id, code } = useParams();
  const found = useCall(familyCalls.dealer.details, { id: parseAddressId(id), ...(code ? { code } : {}) });
  useScreenTitle(found.data && m.people_settings_title({ name: found.data.name }));
  if (!found.data) return <LoadingState answer={found} />;
  return <Loaded person={found.data} />;
}

function Loaded({ person }: { person: PersonDetails }) {
  const { link } = useDashboard();
  const [wanted, setWanted] = useState<RequestedAccountAction>(null);
  const business = person.company_details?.business_type ?? null;
  const buttons = (...acts: AccountAction[]) =>
    acts
      .filter((act) => person.acts.includes(act))
      .map((act) => (
        <Button key={act} variant="default" onClick={() => setWanted(act)}>
          {getAccountActionVerb(act)}
        </Button>
      ));
  return (
    <>
      <PageHeader
        title={m.people_settings_title({ name: person.name })}
        crumbs={[
          { label: peopleListTitles.dealer(), href: link('people.dealers') },
          { label: person.name, href: link('people.dealer', { id: person.id, code: person.code }) },
          { label: m.people_settings() },
        ]}
        crumbsLabel={m.shell_nav_sections()}
      />
      <div className={classes.stack}>
        <Setting
          title={m.people_settings_approval()}
          right={<ApprovalBadge status={person.verified_status} />}
          text={m.people_settings_approval_text({ status: accountStatusNames[person.verified_status].label().toLowerCase() })}
        >
          {buttons('activate', 'suspend', 'reject')}
        </Setting>
        <Setting title={m.people_settings_region()} right={person.location_name ?? m.people_none()} text={m.people_settings_region_text()}>
          {buttons('region')}
        </Setting>
        <Setting
          title={m.people_settings_business()}
          text={
            business === null
              ? m.people_settings_business_open()
              : m.people_settings_business_done({ type: getBusinessTypeName(business).toLowerCase() })
          }
        >
          {buttons('upgrade')}
        </Setting>
        <Setting
          title={m.people_settings_account()}
          right={<AccountActiveBadge active={person.is_active} />}
          text={person.is_active ? m.people_settings_account_on() : m.people_settings_account_off()}
        >
          {buttons('enable', 'disable', 'delete')}
        </Setting>
      </div>
      <AccountActionDialog person={person} wanted={wanted} want={setWanted} gone={link('people.dealers')} />
    </>
  );
}

const Setting = ({ title, right, text, children }: { title: string; right?: ReactNode; text: string; children: ReactNode }) => (
  <Panel title={title} right={right}>
    <div className={classes.setting}>
      <p>{text}</p>
      <span className={classes.actions}>{children}</span>
    </div>
  </Panel>
);
