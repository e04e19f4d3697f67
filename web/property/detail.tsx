import { Button, Tabs } from '@mantine/core';
import { Link, useParams, useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { inspectionCalls } from '#contract/inspection/calls.ts';
import { toPercent } from '#contract/money/cents.ts';
import { type PropertyDetails, propertyCalls } from '#contract/property/calls.ts';
import { propertyVerificationRequirementLabels } from '#contract/property/labels.ts';
import { AuditHistory } from '#web/audit/history.tsx';
import { PinMap } from '#web/base-map/pin-map.tsx';
import { HiddenListingsBadge } from '#web/catalogue/hidden.tsx';
import { useCall } from '#web/client/use-call.ts';
import { InspectionStatusBadge } from '#web/inspection/inspection-status-badge.tsx';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { cx } from '#web/ui/cx.ts';
import { DefinitionList, FactStrip } from '#web/ui/dash/facts.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatCount, formatDate, formatKes, formatRating, phone } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { ResponsivePicture } from '#web/ui/public/pic.tsx';
import { m } from '#words/messages.js';
import { PropertyEditor } from './editor.tsx';
import classes from './property.module.css';
import { getPropertyTabHref, PropertyFrame } from './property-layout.tsx';
import { PublicPresencePanel } from './public-presence.tsx';
import { VerificationCheckList } from './verify.tsx';

export default function PropertyDetail() {
  const { id = '', code } = useParams();
  const [params] = useSearchParams();
  const property = useCall(propertyCalls.details, { id: Number(id), code });
  return (
    <PropertyFrame id={Number(id)}>
      {property.data &&
        (params.has('edit') && property.data.may.edit ? <PropertyEditor property={property.data} /> : <Overview property={property.data} />)}
    </PropertyFrame>
  );
}

function Overview({ property }: { property: PropertyDetails }) {
  const { layout } = useDashboard();
  const { visitor } = useApp();
  const [params, setParams] = useSearchParams();
  const part = { id: property.id, code: property.code };
  const pictures = getPropertyTabHref('properties/:id/media', layout, visitor, part);
  return (
    <>
      <Standing property={property} />
      {params.has('made') && (
        <Note
          tone="good"
          className={cx(classes.note)}
          title={m.property_made_title()}
          action={
            pictures && (
              <Button component={Link} to={pictures} size="xs">
                {m.property_add_pictures()}
              </Button>
            )
          }
        >
          {m.property_made_text({ count: property.units.total })}
        </Note>
      )}
      <PublicPresencePanel property={property} />
      <FactStrip
        items={[
          {
            label: m.property_column_units(),
            value: m.property_units_vacant({ vacant: formatCount(property.units.vacant), total: formatCount(property.units.total) }),
          },
          { label: m.property_fact_occupied(), value: formatCount(property.units.occupied) },
          { label: m.property_column_live(), value: <Live property={property} /> },
          { label: m.property_field_type(), value: property.type.name },
          { label: m.property_field_due_day(), value: m.property_due_day({ day: property.billing.due_day }) },
          { label: m.property_fact_rating(), value: property.rating ? formatRating(property.rating.avg) : m.property_no_rating() },
        ]}
      />
      <Tabs mt={18} value={params.get('tab') ?? 'facts'} onChange={(tab) => setParams(tab && tab !== 'facts' ? { tab } : {}, { replace: true })}>
        <Tabs.List>
          <Tabs.Tab value="facts">{m.property_tab_facts()}</Tabs.Tab>
          <Tabs.Tab value="history">{m.audit_history()}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="facts">
          <div className={classes.cols}>
            <div className={classes.stack}>
              <About property={property} />
              <Amenities property={property} />
            </div>
            <div className={classes.stack}>
              <Place property={property} />
              <People property={property} />
              <Verification property={property} />
              <Inspections property={property} />
            </div>
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="history" pt={16}>
          <AuditHistory document="property" record={property.id} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

const Live = ({ property }: { property: PropertyDetails }) => (
  <>
    {formatCount(property.live_listings)} <HiddenListingsBadge hidden={property.hidden_listings} />
  </>
);

type Why = { readonly tone: 'bad' | 'guard' | 'info'; readonly title: string; readonly text: string };

/** Why it is not publicly visible, and the next step. */
function whyHidden({ stalled, status, verification_note, lacks }: PropertyDetails): Why | null {
  if (stalled) return { tone: 'bad', title: m.property_stands_stalled(), text: m.property_stands_stalled_text() };
  if (status === 'rejected') return { tone: 'bad', title: m.property_stands_rejected(), text: verification_note };
  if (status === 'expired') return { tone: 'guard', title: m.property_stands_expired(), text: m.property_stands_expired_text() };
  if (status === 'pending_verification') return { tone: 'guard', title: m.property_stands_pending(), text: m.property_stands_pending_text() };
  if (status !== 'draft') return null;
  const what = lacks.map((one) => propertyVerificationRequirementLabels[one]()).join(', ');
  return { tone: 'info', title: m.property_stands_draft(), text: what ? m.property_stands_lacks({ what }) : m.property_stands_ready() };
}

function Standing({ property }: { property: PropertyDetails }) {
  const why = whyHidden(property);
  return why ? (
    <Note tone={why.tone} title={why.title} alert={false} className={cx(classes.note)}>
      {why.text}
    </Note>
  ) : null;
}

const About = ({ property }: { property: PropertyDetails }) => (
  <Panel title={m.property_about()}>
    <div className={classes.stack}>
      {property.cover && <ResponsivePicture className={classes.cover} picture={property.cover} sizes="(max-width: 75em) 100vw, 60vw" eager />}
      <p className={property.description ? classes.text : classes.quiet}>{property.description || m.property_no_description()}</p>
      {property.description_sw && (
        <p className={classes.text} lang="sw">
          {property.description_sw}
        </p>
      )}
      <DefinitionList
        items={[
          { label: m.property_field_category(), value: property.category.name },
          { label: m.property_field_blocks(), value: property.blocks.length > 0 ? property.blocks.join(', ') : m.property_none() },
          { label: m.property_field_floors(), value: property.floors ?? m.property_not_said() },
          { label: m.property_field_lifts(), value: property.lifts },
          { label: m.property_field_parking(), value: property.parking_slots },
          { label: m.property_field_year(), value: property.year_built ?? m.property_not_said() },
          { label: m.property_field_plot(), value: property.plot_ref || m.property_not_said() },
        ]}
      />
    </div>
  </Panel>
);

const Amenities = ({ property }: { property: PropertyDetails }) => (
  <Panel title={m.property_amenities()}>
    {property.amenities.length === 0 ? (
      <p className={classes.quiet}>{m.property_no_amenities()}</p>
    ) : (
      <ul className={classes.chips}>
        {property.amenities.map((one) => (
          <li key={one.id}>{one.name}</li>
        ))}
      </ul>
    )}
  </Panel>
);

const Place = ({ property }: { property: PropertyDetails }) => (
  <Panel title={m.property_column_place()}>
    <div className={classes.stack}>
      {property.lat !== null && <PinMap lat={property.lat} lng={property.lng} height={220} label={property.name} />}
      <DefinitionList
        items={[
          { label: m.property_field_place(), value: property.path.toReversed().join(', ') },
          { label: m.property_field_address(), value: property.address || m.property_not_said() },
          { label: m.property_field_landmark(), value: property.landmark || m.property_not_said() },
          {
            label: m.property_field_pin(),
            value: property.lat === null ? m.property_not_said() : property.show_pin ? m.property_pin_shown() : m.property_pin_hidden(),
          },
        ]}
      />
    </div>
  </Panel>
);

const People = ({ property }: { property: PropertyDetails }) => (
  <Panel title={m.property_people()}>
    <DefinitionList
      items={[
        { label: m.property_column_holder(), value: property.company.name },
        { label: m.property_field_caretaker(), value: property.caretaker_name || m.property_not_said() },
        {
          label: m.property_field_caretaker_phone(),
          value: property.caretaker_phone ? <a href={`tel:${property.caretaker_phone}`}>{phone(property.caretaker_phone)}</a> : m.property_not_said(),
        },
        { label: m.property_field_late_fee(), value: lateFee(property) },
      ]}
    />
  </Panel>
);

const lateFee = ({ billing }: PropertyDetails): string => {
  if (billing.late_fee === 'fixed') return formatKes(billing.late_fee_cents);
  return billing.late_fee === 'percent' ? m.property_percent({ percent: toPercent(billing.late_fee_points) }) : m.property_late_fee_none();
};

/** Past and planned inspections of the property. */
function Inspections({ property }: { property: PropertyDetails }) {
  const { visitor } = useApp();
  const { link } = useDashboard();
  const may = isAllowed(inspectionCalls.list.needs, visitor);
  const asked = {
    page: 1,
    page_size: 10 as const,
    sort: '-scheduled_at' as const,
    z_filter: { property_id: property.id, kind: 'verification' as const },
  };
  // The next inspection, else the last one.
  const visit = useCall(inspectionCalls.list, asked, { enabled: may, quiet: true }).data?.results[0];
  if (!may) return null;
  return (
    <Panel title={m.inspection_title()}>
      {visit && (
        <p className={cx(classes.visit)}>
          <AppLink href={link('inspection.detail', { inspection_id: visit.id, code: visit.code })}>
            {m.inspection_keeper_verification({ when: formatDate(visit.scheduled_at) })}
          </AppLink>
          <InspectionStatusBadge one={visit} />
        </p>
      )}
      <AppLink href={`${link('inspection.list')}?property_id=${property.id}`}>{m.inspection_property_all()}</AppLink>
    </Panel>
  );
}

function Verification({ property }: { property: PropertyDetails }) {
  if (!property.verified_at) return null;
  return (
    <Panel title={m.property_verification()}>
      <DefinitionList
        items={[
          { label: m.property_verified_on(), value: formatDate(property.verified_at) },
          { label: m.property_verified_by(), value: property.verified_by ?? m.property_not_said() },
          {
            label: m.property_verified_until(),
            value: property.verification_expires_at ? formatDate(property.verification_expires_at) : m.property_not_said(),
          },
          ...(property.verification_note ? [{ label: m.property_note(), value: property.verification_note }] : []),
        ]}
      />
      <VerificationCheckList checks={property.verification_checks} />
    </Panel>
  );
}
