import { type RawBuilder, sql } from 'kysely';
import type { Permission } from '#contract/access/documents.ts';
import type { Me } from '#server/kernel/ctx.ts';
import { everything, nothing, type Rule, type Scope, scope } from './scope.ts';

/** Rows of the catalogue are seen through the property they belong to; `visible()` of scopes.ts is the only door to these rules. */

const kept = sql<boolean>`property.deleted_at is null`;
const region = (me: Me) => sql`(select boss.region from person boss where boss.id = ${me.userId})`;

/** The company's own properties, and those of owners who gave it a mandate that covers them and allows this. */
const ownOrMandated = (me: Me, permission: Permission) =>
  me.companyId === null
    ? sql<boolean>`false`
    : sql<boolean>`(property.company_id = ${me.companyId} or exists (
        select 1 from mandate m where m.agent_company_id = ${me.companyId} and m.owner_company_id = property.company_id and m.ended_at is null
          and (m.starts_on is null or m.starts_on <= app.today()) and (m.ends_on is null or m.ends_on >= app.today())
          and ${permission} = any (m.grants)
          and (m.all_properties or exists (select 1 from mandate_property mp where mp.mandate_id = m.id and mp.property_id = property.id))))`;

/** Staff in limited teams work on the properties of those; staff in none work on all their role reaches. */
const limits = sql`team_member tm join team t on t.id = tm.team_id and t.deleted_at is null and t.limited`;
const isLimited = (me: Me) => sql<boolean>`exists (select 1 from ${limits} where tm.person_id = ${me.userId})`;
const inTeam = (me: Me) => sql<boolean>`(not ${isLimited(me)} or exists (
  select 1 from ${limits} join team_property tp on tp.team_id = t.id where tm.person_id = ${me.userId} and tp.property_id = property.id))`;

/** A dealer reads and verifies in the county the platform gave them; to write there they need ownership or a mandate, like anybody. */
const ofCounty = (me: Me, permission: Permission): boolean =>
  me.layout === 'dealer' && me.county !== null && (permission.endsWith('.read') || permission.startsWith('property_verification.'));

const propertyRule =
  (permission: Permission): Rule =>
  (me) => {
    const own = ownOrMandated(me, permission);
    const mine = ofCounty(me, permission) ? sql<boolean>`(${own} or property.region = ${me.county})` : own;
    return me.role === 'staff' ? sql<boolean>`(${kept} and ${mine} and ${inTeam(me)})` : sql<boolean>`(${kept} and ${mine})`;
  };

/** What everybody may see of the catalogue: what is offered to the public at this moment. */
const offered: Rule = () => sql<boolean>`exists (select 1 from public_listing pl where pl.property_id = property.id)`;

const propertyScope = (permission: Permission): Scope => {
  const own = propertyRule(permission);
  const all: Rule = () => kept;
  const ofRegion: Rule = (me) => sql<boolean>`(${kept} and property.region = ${region(me)})`;
  return scope(offered, { superadmin: all, admin: all, subadmin: ofRegion, owner: own, agent: own, dealer: own, staff: own });
};

const property = propertyScope('property.read');

/**
 * Whether this person may do this to a property they see: their own always, an owner's only if the mandate says so. A query of a write
 * has it beside `visible()`; it needs `property` among its tables.
 */
export const mayWork = (me: Me, permission: Permission): RawBuilder<boolean> => propertyScope(permission)[me.role](me);

/** Rows that hang on a property: seen by whoever sees the property. Strangers have the public pages instead. */
const through = (column: string, alsoKept: RawBuilder<boolean> = sql<boolean>`true`): Scope => {
  const by: Rule = (me) =>
    sql<boolean>`(${alsoKept} and exists (select 1 from property where property.id = ${sql.ref(column)} and ${property[me.role](me)}))`;
  const all: Rule = () => alsoKept;
  return scope(nothing, { superadmin: all, admin: all, subadmin: by, owner: by, agent: by, dealer: by, staff: by });
};

const ofCompany =
  (column: string, more: RawBuilder<boolean> = sql<boolean>`true`): Rule =>
  (me) =>
    me.companyId === null ? sql<boolean>`false` : sql<boolean>`(${more} and ${sql.ref(column)} = ${me.companyId})`;
const companyRows = (column: string, alsoKept: RawBuilder<boolean> = sql<boolean>`true`): Scope => {
  const own = ofCompany(column, alsoKept);
  const all: Rule = () => alsoKept;
  const ofRegion: Rule = (me) => sql<boolean>`(${alsoKept} and ${sql.ref(column)} in (select c.id from company c where c.region = ${region(me)}))`;
  return scope(nothing, { superadmin: all, admin: all, subadmin: ofRegion, owner: own, agent: own, dealer: own, staff: own });
};
const mine =
  (column: string): Rule =>
  (me) =>
    me.userId === null ? sql<boolean>`false` : sql<boolean>`${sql.ref(column)} = ${me.userId}`;
const ownRows = (column: string): Scope => scope(mine(column), { superadmin: mine(column) });
const keptWord = sql<boolean>`taxon.deleted_at is null`;
const keptPlace = sql<boolean>`location.deleted_at is null`;

/** About a property one sees in one's company, or about one of the company's people. What was rejected is not shown to them. */
const aboutUs: Rule = (me) =>
  me.companyId === null
    ? sql<boolean>`false`
    : sql<boolean>`(review.status <> 'rejected' and (exists (select 1 from property where property.id = review.property_id and ${property[me.role](me)})
        or exists (select 1 from person about where about.id = review.agent_id and about.company_id = ${me.companyId})))`;
/** A subadmin looks after what is said of their county. */
const aboutRegion: Rule = (me) =>
  sql<boolean>`(exists (select 1 from property where property.id = review.property_id and property.region = ${region(me)})
    or exists (select 1 from person about where about.id = review.agent_id and about.region = ${region(me)}))`;
/** A review is public once published; before and after, its author, its target's people and the platform see it. */
const seenReview: Rule = (me) => sql<boolean>`(review.status = 'published' or ${mine('review.author_id')(me)} or ${aboutUs(me)})`;

export const catalogueScopes = {
  property,
  unit: through('unit.property_id', sql<boolean>`unit.deleted_at is null`),
  listing: through('listing.property_id', sql<boolean>`listing.deleted_at is null`),
  media_item: through('media_item.property_id'),
  /** A file on its way is its sender's alone. */
  upload_session: ownRows('upload_session.person_id'),
  import_batch: through('import_batch.property_id'),
  taxon: scope(() => keptWord, { superadmin: () => keptWord }),
  location: scope(() => keptPlace, { superadmin: () => keptPlace }),
  lead: companyRows('lead.company_id'),
  /** Enquiries as whoever sent them sees them (rows of `lead`). */
  enquiry: ownRows('lead.person_id'),
  favourite: ownRows('favourite.person_id'),
  saved_search: ownRows('saved_search.person_id'),
  saved_view: ownRows('saved_view.person_id'),
  rating_category: scope(() => sql<boolean>`rating_category.deleted_at is null`, {
    superadmin: () => sql<boolean>`rating_category.deleted_at is null`,
  }),
  review: scope(seenReview, { admin: everything, subadmin: everything, anonymous: () => sql<boolean>`review.status = 'published'` }),
  /** Reviews as those look after them whom they are about (rows of `review`): not everything that is published, only their own. */
  review_desk: scope(nothing, { admin: everything, subadmin: aboutRegion, owner: aboutUs, agent: aboutUs, dealer: aboutUs, staff: aboutUs }),
  /** The platform handles reports, a subadmin those of their county; whoever reported sees their own. */
  abuse_report: scope(mine('abuse_report.reporter_id'), {
    admin: everything,
    subadmin: (me) => sql<boolean>`(abuse_report.region = ${region(me)} or ${mine('abuse_report.reporter_id')(me)})`,
  }),
  /** Who keeps featured places sees those off sale too. */
  featured_product: scope(() => sql<boolean>`(featured_product.deleted_at is null and featured_product.active)`, {
    superadmin: () => sql<boolean>`featured_product.deleted_at is null`,
    admin: () => sql<boolean>`featured_product.deleted_at is null`,
    anonymous: nothing,
  }),
  featured_booking: companyRows('featured_booking.company_id'),
  promotion: companyRows('promotion.company_id', sql<boolean>`promotion.deleted_at is null`),
  vacancy: scope(
    () => sql<boolean>`(vacancy.deleted_at is null and vacancy.status = 'open' and (vacancy.closes_on is null or vacancy.closes_on >= app.today()))`,
    {
      superadmin: () => sql<boolean>`vacancy.deleted_at is null`,
      admin: () => sql<boolean>`vacancy.deleted_at is null`,
    },
  ),
  vacancy_application: scope(nothing, { admin: everything }),
} as const satisfies Record<string, Scope>;
