import { Button, Tabs } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { joinCalls } from '#contract/identity/join-calls.ts';
import { platformRoles, toUserType, userTypes } from '#contract/kernel/roles.ts';
import { type FamilyReadCalls, familyCalls, type PersonDetails } from '#contract/people/calls.ts';
import type { AccountAction } from '#contract/people/kinds.ts';
import { peopleListTitles } from '#contract/people/labels.ts';
import { canWriteNote } from '#contract/people/note.ts';
import { getListForScreen, listScreens } from '#contract/people/screens.ts';
import { AgentTabs } from '#web/agents/agent-layout.tsx';
import { OpenRequestNote } from '#web/approval/parts.tsx';
import { ImpersonateButton } from '#web/audit/impersonate.tsx';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard, useScreenAddress } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { DefinitionList, FactStrip } from '#web/ui/dash/facts.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatDateTime, phone } from '#web/ui/format.ts';
import { IconPencil, IconSettings } from '#web/ui/icons.ts';
import { Note } from '#web/ui/public/note.tsx';
import { RoleBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { AccountActiveBadge, ApprovalBadge, requiresAccountApproval } from './badges.tsx';
import { AccountActionDialog, type RequestedAccountAction } from './confirm-action.tsx';
import { DualApprovalRequest } from './dual-approval.tsx';
import { EarbPanel } from './earb.tsx';
import { PersonHistory } from './history.tsx';
import { MandateList, useMandates } from './mandates.tsx';
import { PersonNotes } from './notes.tsx';
import classes from './people.module.css';
import { RelatedLists } from './related-lists.tsx';
import { VerifyEmailDialog, VerifyPhoneNumberDialog } from './verify-email.tsx';
import { getAccountActionVerb, getBusinessTypeName } from './words.ts';

/** One account with the actions the server allows. */
export default function PersonDetail() {
  const { id, code } = useParams();
  const key = useScreenAddress()?.key ?? '';
  const list = getListForScreen(key);
  const calls: FamilyReadCalls = familyCalls[listScreens[list].kind];
  const found = useCall(calls.details, { id: parseAddressId(id), ...(code ? { code } : {}) });
  useScreenTitle(found.data?.name);
  if (!found.data) return <LoadingState answer={found} />;
  return <Loaded person={found.data} list={list} />;
}

/** The assigned county; otherwise the requested one, labelled as such. */
const countyOf = ({ location_name, asked_region }: PersonDetails): string =>
  location_name ?? (asked_region ? m.people_region_asked({ county: asked_region.name }) : m.people_none());

/** The first allowed action in this order is the main button; the rest are under More. */
const danger: readonly AccountAction[] = ['suspend', 'reject', 'disable', 'delete'];

function Loaded({ person, list }: { person: PersonDetails; list: keyof typeof listScreens }) {
  const { user, visitor } = useApp();
  const { layout, link } = useDashboard();
  const [params, setParams] = useSearchParams();
  const [wanted, setWanted] = useState<RequestedAccountAction>(null);
  const navigate = useNavigate();
  const [vouching, setVouching] = useState<'email' | 'number' | null>(null);
  const company = person.user_type === userTypes.tenant ? undefined : person.company_details?.id;
  const back = link(`people.${list}`);
  const own = user?.id === person.id;
  const isPlatform = (platformRoles as readonly string[]).includes(layout);
  const mandates = useMandates(isPlatform ? company : undefined);
  const noted = canWriteNote({ id: user?.id ?? null, role: visitor.role }, { id: person.id, role: toUserType(person.user_type) });
  const mayVouch = isPlatform && !own && person.email !== null && !person.email_verified && isAllowed(joinCalls.verifyByHand.needs, visitor);
  const mayNumber = isPlatform && !own && person.phone_lapsed && isAllowed(joinCalls.vouchNumber.needs, visitor);
  const next = person.acts.includes('activate') && person.verified_status === 'pending' ? 'activate' : null;
  const rest = person.acts.filter((act) => act !== next).sort((a, b) => Number(danger.includes(a)) - Number(danger.includes(b)));
  const settings =
    list === 'dealers' && (layout === 'admin' || layout === 'superadmin')
      ? link('people.dealerSettings', { id: person.id, code: person.code })
      : null;
  return (
    <>
      <PageHeader
        title={person.name}
        crumbs={[{ label: peopleListTitles[listScreens[list].kind](), href: back }, { label: person.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={
          <>
            <RoleBadge role={person.user_type} />
            {requiresAccountApproval(person.user_type) && <ApprovalBadge status={person.verified_status} />}
            {!person.is_active && <AccountActiveBadge active={false} />}
          </>
        }
        sub={person.company ?? person.email ?? (person.phone && phone(person.phone))}
        actions={
          <>
            {visitor.role === 'superadmin' && !own && (
              <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setWanted('edit')}>
                {m.people_edit()}
              </Button>
            )}
            {isPlatform && <ImpersonateButton userId={person.id} name={person.name} userType={person.user_type} />}
            {next && <Button onClick={() => setWanted(next)}>{getAccountActionVerb(next)}</Button>}
            <MoreMenu
              label={m.shell_more()}
              items={[
                settings !== null && { label: m.people_settings(), icon: IconSettings, href: settings },
                mayVouch && { label: m.people_verify_email(), onClick: () => setVouching('email') },
                mayNumber && { label: m.people_vouch_number(), onClick: () => setVouching('number') },
                ...rest.map((act) => ({ label: getAccountActionVerb(act), danger: danger.includes(act), onClick: () => setWanted(act) })),
              ]}
            />
          </>
        }
      />
      {person.request && <DualApprovalRequest request={person.request} name={person.name} gone={() => void navigate(back, { replace: true })} />}
      {person.enabling && <OpenRequestNote request={person.enabling} />}
      {own && isPlatform && (
        <Note tone="info" className={classes.note ?? ''}>
          {m.people_own()} <Link to={link('people.accounts')}>{m.people_own_open()}</Link>
        </Note>
      )}
      {layout === 'admin' && list === 'superadmins' && (
        <Note tone="info" className={classes.note ?? ''}>
          {m.people_read_only()}
        </Note>
      )}
      {list === 'agents' && <AgentTabs id={person.id} code={person.code} />}
      <Facts person={person} />
      {isPlatform && <RelatedLists key={person.id} person={person} />}
      {isPlatform ? (
        <Tabs value={params.get('tab') ?? 'overview'} onChange={(tab) => setParams(tab && tab !== 'overview' ? { tab } : {}, { replace: true })}>
          <Tabs.List mb={16} className={classes.tabs}>
            <Tabs.Tab value="overview">{m.people_tab_overview()}</Tabs.Tab>
            {mandates && <Tabs.Tab value="mandates">{m.people_tab_mandates({ count: mandates.count })}</Tabs.Tab>}
            <Tabs.Tab value="history">{m.people_tab_history()}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="overview">
            <Overview person={person} checks={person.user_type === userTypes.agent} notes={noted} />
          </Tabs.Panel>
          {mandates && company !== undefined && (
            <Tabs.Panel value="mandates">
              <MandateList mandates={mandates.results} company={company} />
            </Tabs.Panel>
          )}
          <Tabs.Panel value="history">
            <PersonHistory userId={person.id} />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <Overview person={person} />
      )}
      {vouching === 'email' && <VerifyEmailDialog person={person} close={() => setVouching(null)} />}
      {vouching === 'number' && <VerifyPhoneNumberDialog person={person} close={() => setVouching(null)} />}
      <AccountActionDialog person={person} wanted={wanted} want={setWanted} gone={back} />
    </>
  );
}

const Facts = ({ person }: { person: PersonDetails }) => (
  <div className={classes.strip}>
    <FactStrip
      items={[
        { label: m.people_fact_code(), value: person.code },
        { label: m.people_column_region(), value: countyOf(person) },
        { label: m.people_column_account(), value: person.is_active ? m.people_active() : m.people_disabled() },
        { label: m.people_filter_email_verified(), value: person.email_verified ? m.people_yes() : m.people_no() },
        {
          label: m.people_column_last_seen(),
          value: person.last_sign_in_at ? (
            <span title={formatDateTime(person.last_sign_in_at)}>{formatDate(person.last_sign_in_at)}</span>
          ) : (
            m.people_never()
          ),
        },
        { label: m.people_column_joined(), value: formatDate(person.created_at) },
      ]}
    />
  </div>
);

function Overview({ person, checks = false, notes = false }: { person: PersonDetails; checks?: boolean; notes?: boolean }) {
  const { company_details: company } = person;
  return (
    <div className={classes.cols}>
      <div className={classes.stack}>
        <Panel title={m.people_panel_contact()}>
          <DefinitionList
            items={[
              {
                label: m.people_column_email(),
                value: person.email === null ? m.people_none() : <a href={`mailto:${person.email}`}>{person.email}</a>,
              },
              { label: m.people_column_phone(), value: person.phone ? <a href={`tel:${person.phone}`}>{phone(person.phone)}</a> : m.people_none() },
              { label: m.people_column_region(), value: countyOf(person) },
            ]}
          />
        </Panel>
        {(company || requiresAccountApproval(person.user_type)) && (
          <Panel title={m.people_panel_company()}>
            {company ? (
              <DefinitionList
                items={[
                  { label: m.people_column_name(), value: company.name },
                  { label: m.people_fact_code(), value: company.code },
                  { label: m.people_fact_business(), value: getBusinessTypeName(company.business_type) },
                  { label: m.people_fact_reg_no(), value: company.reg_no ?? m.people_none() },
                  { label: m.people_fact_kra_pin(), value: company.kra_pin ?? m.people_none() },
                  { label: m.people_column_phone(), value: company.phone ? phone(company.phone) : m.people_none() },
                  { label: m.people_column_email(), value: company.email ?? m.people_none() },
                  { label: m.people_fact_address(), value: company.address ?? m.people_none() },
                ]}
              />
            ) : (
              <p className={classes.quiet}>{m.people_no_company()}</p>
            )}
          </Panel>
        )}
        {checks && <EarbPanel person={person} />}
      </div>
      <div className={classes.stack}>
        <Panel title={m.people_panel_account()}>
          <DefinitionList
            items={[
              { label: m.people_fact_code(), value: person.code },
              { label: m.people_column_type(), value: <RoleBadge role={person.user_type} /> },
              { label: m.people_fact_language(), value: person.locale === 'sw' ? m.shell_language_kiswahili() : m.shell_language_english() },
              { label: m.people_fact_onboarding(), value: person.onboarding ? m.people_onboarding_open() : m.people_onboarding_done() },
              { label: m.people_fact_updated(), value: formatDateTime(person.updated_at) },
            ]}
          />
        </Panel>
        {notes && <PersonNotes key={person.id} userId={person.id} />}
      </div>
    </div>
  );
}
