import { type LoaderFunctionArgs, useLoaderData, useRouteLoaderData } from 'react-router';
import { streetUrl } from '#contract/art/url.ts';
import { homeOf } from '#contract/kernel/roles.ts';
import { linkTo } from '#contract/screens.ts';
import { useApp } from '#web/kernel/app.tsx';
import { side } from '#web/kernel/load.ts';
import type { loader as frameLoader } from '#web/kernel/public-layout.tsx';
import { Pindo } from '#web/ui/brand.tsx';
import { IconBriefcase, IconBuildingCommunity, IconChevronRight, IconHome, IconId, IconReceipt, IconShieldCheck, IconTruck } from '#web/ui/icons.ts';
import { A } from '#web/ui/link.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { m } from '#words/messages.js';
import classes from './home.module.css';

const street = ['walkup', 'maisonette', 'tower', 'shop', 'bungalow', 'office'] as const;

export function loader({ context }: LoaderFunctionArgs) {
  return { page: { title: m.screens_home_public(), description: m.home_lead() }, product: side(context).product };
}

/** What Makao is, for whom, and the way in. */
export default function PublicHome() {
  useLoaderData<typeof loader>();
  const { user, visitor } = useApp();
  const desk = visitor.layout === 'tenant' ? linkTo('home.dashboard', 'tenant') : homeOf(visitor.layout);
  return (
    <>
      <section className={classes.hero}>
        <div className={`wrap ${classes.heroIn}`}>
          <h1 className={classes.title}>{m.home_title()}</h1>
          <p className={classes.lead}>{m.home_lead()}</p>
          <div className={classes.ways}>
            <Button size="md" href={user ? desk : `${linkTo('identity.signIn', 'default')}?prompt=create`}>
              {user ? m.home_open_dashboard() : m.identity_create_account()}
            </Button>
          </div>
        </div>
        <img className={classes.street} data-light="day" src={streetUrl('karibu', street, 0)} alt="" width={2880} height={360} />
        <img className={classes.street} data-light="night" src={streetUrl('karibu', street, 3)} alt="" width={2880} height={360} loading="lazy" />
        <Pindo h={14} />
      </section>
      <div className="wrap">
        <People />
        <Trust />
        <Policies />
      </div>
    </>
  );
}

function People() {
  const { product } = useApp();
  const people = [
    { icon: IconHome, title: m.identity_onboarding_tenant(), text: m.identity_onboarding_tenant_text() },
    { icon: IconBuildingCommunity, title: m.identity_onboarding_owner(), text: m.identity_onboarding_owner_text() },
    { icon: IconBriefcase, title: m.identity_onboarding_agent(), text: m.identity_onboarding_agent_text() },
    { icon: IconTruck, title: m.identity_onboarding_dealer(), text: m.identity_onboarding_dealer_text() },
  ];
  return (
    <section className={classes.section} aria-labelledby="people">
      <h2 id="people">{m.home_people_title({ product })}</h2>
      <ul className={classes.people}>
        {people.map(({ icon: Sign, title, text }) => (
          <li key={title}>
            <Sign size={26} stroke={1.6} aria-hidden />
            <b>{title}</b>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Trust() {
  const steps = [
    { icon: IconShieldCheck, title: m.home_trust_visited(), text: m.home_trust_visited_text() },
    { icon: IconReceipt, title: m.home_trust_number(), text: m.home_trust_number_text() },
    { icon: IconId, title: m.home_trust_agents(), text: m.home_trust_agents_text() },
  ];
  return (
    <section className={`${classes.section} ${classes.trust}`} aria-labelledby="trust">
      <h2 id="trust">{m.home_trust_title()}</h2>
      <ul>
        {steps.map(({ icon: Sign, title, text }) => (
          <li key={title}>
            <Sign size={26} stroke={1.7} aria-hidden />
            <div>
              <b>{title}</b>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What applies to this visitor, from the same menu as the footer's. */
function Policies() {
  const frame = useRouteLoaderData<typeof frameLoader>('frame.public');
  const { locale } = useApp();
  if (!frame || frame.policies.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="policies">
      <h2 id="policies">{m.home_policies_title()}</h2>
      <ul className={classes.policies}>
        {frame.policies.map((p) => (
          <li key={p.id}>
            <A href={linkTo('policy.read', 'default', { id: p.id, slug: p.slug })}>
              {(locale === 'sw' && p.title_sw) || p.title}
              <IconChevronRight size={16} aria-hidden />
            </A>
          </li>
        ))}
      </ul>
    </section>
  );
}
