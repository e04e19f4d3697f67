import { ActionIcon, Avatar } from '@mantine/core';
import { isAllowed } from '#contract/access/grants.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { toPercent } from '#contract/money/cents.ts';
import type { TenancyDetails } from '#contract/tenancy/calls.ts';
import { tenancyChargeFrequencyLabels, tenancyPersonRoleLabels } from '#contract/tenancy/labels.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { getChargeName } from '#web/ui/charge.ts';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes, getInitials, phone } from '#web/ui/format.ts';
import { IconBrandWhatsapp, IconDoor, IconPhone } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import { formatRentEscalation, formatTenancyHome, formatTenancyRent } from './labels.ts';
import classes from './tenancy.module.css';

/** The part beside the history: people, location, and agreed terms. */
export const TenancyAside = ({ of }: { of: TenancyDetails }) => (
  <div className={classes.stack}>
    <People of={of} />
    <Home of={of} />
    <Terms of={of} />
    {of.charges.length > 0 && <Charges of={of} />}
  </div>
);

function People({ of: t }: { of: TenancyDetails }) {
  const { visitor } = useApp();
  const { layout, link } = useDashboard();
  const linked = t.manages && isAllowed(['tenants', 'read'], visitor) && (companyRoles as readonly string[]).includes(layout);
  return (
    <Panel title={m.tenancy_panel_people()}>
      <ul className={classes.list}>
        {t.people.map((one) => (
          <li key={one.id} className={classes.somebody}>
            <Avatar size={40} color="gray" aria-hidden>
              {getInitials(one.name)}
            </Avatar>
            <span className={classes.said}>
              {linked ? <AppLink href={link('tenant.detail', { id: one.tenant_id, code: one.tenant_code })}>{one.name}</AppLink> : one.name}
              <span className={classes.quiet}>{standingOf(one)}</span>
              {one.phone && <span className={`${classes.quiet} num`}>{phone(one.phone)}</span>}
            </span>
            {one.phone && <Reach name={one.name} number={one.phone} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const standingOf = (one: TenancyDetails['people'][number]): string =>
  [
    tenancyPersonRoleLabels[one.role](),
    one.share_bp > 0 && one.until === null && m.tenancy_share({ percent: toPercent(one.share_bp) }),
    one.until && m.tenancy_until({ day: formatDate(one.until) }),
  ]
    .filter(Boolean)
    .join(' · ');

const Reach = ({ name, number }: { name: string; number: string }) => (
  <span className={classes.reach}>
    <ActionIcon component="a" href={`tel:${number}`} variant="default" size={36} aria-label={m.living_call({ name })}>
      <IconPhone size={17} aria-hidden />
    </ActionIcon>
    <ActionIcon
      component="a"
      href={`https://wa.me/${number.replace('+', '')}`}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      size={36}
      aria-label={m.living_whatsapp({ name })}
    >
      <IconBrandWhatsapp size={17} aria-hidden />
    </ActionIcon>
  </span>
);

function Home({ of: t }: { of: TenancyDetails }) {
  const { link } = useDashboard();
  const earlier = t.units.filter(({ unit }) => unit.id !== t.unit.id);
  return (
    <Panel title={m.tenancy_panel_unit()}>
      <div className={classes.somebody}>
        <span className={classes.sign}>
          <IconDoor size={20} stroke={1.6} aria-hidden />
        </span>
        <span className={classes.said}>
          <AppLink href={link('unit.detail', { id: t.unit.id, code: t.unit.code })}>{formatTenancyHome(t)}</AppLink>
          <span className={classes.quiet}>{t.unit.code}</span>
        </span>
      </div>
      {earlier.map(({ unit, from, last }) => (
        <p key={unit.id + from} className={classes.quiet}>
          {m.tenancy_unit_before({ unit: unit.name, from: formatDate(from), last: last ? formatDate(last) : '' })}
        </p>
      ))}
      {t.agent && <p className={classes.quiet}>{m.tenancy_by_agent({ name: t.agent.name })}</p>}
    </Panel>
  );
}

const Terms = ({ of: t }: { of: TenancyDetails }) => (
  <Panel title={m.tenancy_panel_terms()}>
    <DefinitionList
      items={[
        { label: m.field_term_type(), value: t.term_type === 'fixed' ? m.tenancy_term_fixed() : m.tenancy_term_periodic() },
        ...(t.term_type === 'fixed'
          ? [{ label: m.field_holdover(), value: t.holdover === 'roll' ? m.tenancy_holdover_roll() : m.tenancy_holdover_stop() }]
          : []),
        { label: m.tenancy_notice(), value: m.unit_days_count({ count: t.notice_days }) },
        { label: m.tenancy_form_rises_title(), value: formatRentEscalation(t.escalation) },
        ...(t.review_on ? [{ label: m.field_review_on(), value: formatDate(t.review_on) }] : []),
        ...t.terms.map((term) => ({
          label: m.tenancy_rent_from({ day: formatDate(term.from) }),
          // A rent that begins after the leaving day is never paid.
          value: t.leaving_on && term.from > t.leaving_on ? <s>{formatTenancyRent(term)}</s> : formatTenancyRent(term),
        })),
      ]}
    />
  </Panel>
);

const Charges = ({ of: t }: { of: TenancyDetails }) => (
  <Panel title={m.tenancy_panel_charges()}>
    <ul className={classes.list}>
      {t.charges.map((one) => (
        <li key={one.id} className={classes.person}>
          <span>
            {getChargeName(one.label)}
            <span className={classes.quiet}>
              {[tenancyChargeFrequencyLabels[one.often](), one.last && m.tenancy_until({ day: formatDate(one.last) })].filter(Boolean).join(' · ')}
            </span>
          </span>
          <span className="num">{one.cents === null ? m.tenancy_metered() : formatKes(one.cents)}</span>
        </li>
      ))}
    </ul>
  </Panel>
);
