import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { homeCalls } from '#contract/home/calls.ts';
import { companyHeadUserTypes, userTypes } from '#contract/kernel/roles.ts';
import { notificationCalls } from '#contract/notification/calls.ts';
import { type FamilyOwnCalls, familyCalls, type PersonDetails } from '#contract/people/calls.ts';
import { getPersonKindOfRole } from '#contract/people/kinds.ts';
import { useCall } from '#web/client/use-call.ts';
import { RoleOnboardingDetails } from '#web/identity/role-details.tsx';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard, useScreenAddress } from '#web/layout/screen.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { RoleBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './people.module.css';
import { ProfilePicture } from './picture.tsx';
import { ProfileForm } from './profile-form.tsx';

// Sections are shown one at a time and load on demand.
const PublicProfile = lazy(() => import('#web/agents/profile-form.tsx').then((module) => ({ default: module.PublicProfileForm })));
const OwnActivity = lazy(() => import('#web/audit/own-activity.tsx').then((module) => ({ default: module.MyAccountActivity })));
const Security = lazy(() => import('#web/identity/security.tsx').then((module) => ({ default: module.SecuritySettings })));
const Preferences = lazy(() => import('#web/notification/preferences.tsx').then((module) => ({ default: module.NotificationPreferences })));
const Appearance = lazy(() => import('./appearance.tsx').then((module) => ({ default: module.AppearanceSettings })));
const CompanyForm = lazy(() => import('./company-form.tsx').then((module) => ({ default: module.CompanyForm })));
const OwnEarb = lazy(() => import('./earb.tsx').then((module) => ({ default: module.MyEarbPanel })));
const PayDetails = lazy(() => import('./pay-details.tsx').then((module) => ({ default: module.CompanyPaymentDetails })));

const sections = ['profile', 'public', 'company', 'appearance', 'security', 'notifications', 'activity'] as const;
type Section = (typeof sections)[number];
const sectionNames: Readonly<Record<Section, () => string>> = {
  profile: m.profile_section_profile,
  public: m.profile_section_public,
  company: m.profile_section_company,
  appearance: m.profile_section_appearance,
  security: m.profile_section_security,
  notifications: m.profile_section_notifications,
  activity: m.profile_section_activity,
};
/** Addresses of the specification that open one section. */
const sectionOfScreen: Readonly<Record<string, Section>> = {
  'people.accountEdit': 'profile',
  'people.accountProfile': 'profile',
  'people.accountAppearance': 'appearance',
};

/** The own account, the same page in every dashboard. */
export default function AccountSettings() {
  const { visitor } = useApp();
  const kind = getPersonKindOfRole(visitor.role);
  // Users without a kind have no dashboard that could open this page.
  return kind ? <AccountOf calls={familyCalls[kind] as unknown as FamilyOwnCalls} /> : null;
}

function AccountOf({ calls }: { calls: FamilyOwnCalls }) {
  const { locale, visitor } = useApp();
  const { link } = useDashboard();
  const [params] = useSearchParams();
  const key = useScreenAddress()?.key ?? '';
  const found = useCall(calls.account, {});
  if (!found.data) return <LoadingState answer={found} />;
  const person = found.data;
  const held: Partial<Record<Section, boolean>> = {
    company: holdsCompany(person),
    public: person.user_type === userTypes.agent,
    notifications: isAllowed(notificationCalls.preferences.needs, visitor),
    activity: isAllowed(homeCalls.activity.needs, visitor),
  };
  const shown = sections.filter((name) => held[name] ?? true);
  const section = shown.find((name) => name === params.get('section')) ?? sectionOfScreen[key] ?? 'profile';
  const href = (name: Section) => (name === 'profile' ? link('people.accounts') : `${link('people.accounts')}?section=${name}`);
  return (
    <>
      <PageHeader
        title={m.profile_title()}
        badge={<RoleBadge role={person.user_type} locale={locale} />}
        sub={m.profile_code({ code: person.code })}
      />
      <div className={classes.note}>
        <ViewTabs
          label={m.profile_title()}
          items={shown.map((name) => ({ label: sectionNames[name](), href: href(name), current: name === section }))}
        />
      </div>
      {section === 'profile' && (
        <div className={classes.cols}>
          <div className={classes.stack}>
            <ProfileForm key={person.updated_at} person={person} calls={calls} />
            {(visitor.role === 'owner' || visitor.role === 'tenant') && <RoleOnboardingDetails role={visitor.role} />}
          </div>
          <ProfilePicture person={person} calls={calls} />
        </div>
      )}
      <Suspense fallback={<LoadingState answer={found} />}>
        {section === 'public' && (
          <div className={classes.stack}>
            <OwnEarb />
            <PublicProfile />
          </div>
        )}
        {section === 'company' && person.company_details && (
          <div className={classes.stack}>
            <CompanyForm key={person.company_details.id} person={person} company={person.company_details} calls={calls} />
            <PayDetails key={`pay ${person.company_details.id}`} company={person.company_details} calls={calls} />
          </div>
        )}
        {section === 'appearance' && <Appearance />}
        {section === 'security' && <Security />}
        {section === 'notifications' && <Preferences />}
        {section === 'activity' && <OwnActivity />}
      </Suspense>
    </>
  );
}

/** Only the account holder keeps the company's details; staff do not. */
const holdsCompany = (person: PersonDetails): boolean => person.company_details !== null && companyHeadUserTypes.includes(person.user_type);
