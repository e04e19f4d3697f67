import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { type AbuseReporter, automaticPauseRules, countIndependentReporters } from '#contract/abuse/automatic-pause.ts';
import type { abuseCalls } from '#contract/abuse/calls.ts';
import type { AbuseTarget } from '#contract/abuse/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { countAttemptSeparately } from '#server/http/throttle.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getOriginNetworkKey } from '#server/kernel/process/network.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { consumeDailySendingLimit } from '#server/limits/service.ts';
import { pauseReportedListing } from '#server/listing/service.ts';
import { m } from '#words/messages.js';
import { notifyReportAdmins } from './notify.ts';

type Calls = typeof abuseCalls;
const perAddress = { limit: 10, seconds: 3600 };

type About = { listing_id: number | null; property_id: number | null; agent_id: number | null; review_id: number | null; region: string | null };
const about = (more: Partial<About>): About => ({ listing_id: null, property_id: null, agent_id: null, review_id: null, region: null, ...more });

/** Only public subjects can be reported: a report must not reveal whether something hidden exists. */
async function subjectOf({ db }: Ctx, target: AbuseTarget, id: number): Promise<About | null> {
  if (target === 'listing' || target === 'property') {
    const row = await unscopedTable(db, 'property', 'any visitor may report a public listing')
      .select()
      .innerJoin('public_listing', 'public_listing.property_id', 'property.id')
      .select(['public_listing.id', 'property.id as property_id', 'property.region'])
      .where(target === 'listing' ? 'public_listing.id' : 'public_listing.property_id', '=', id)
      .executeTakeFirst();
    return row ? about({ listing_id: target === 'listing' ? row.id : null, property_id: row.property_id, region: row.region }) : null;
  }
  if (target === 'agent') {
    const row = await unscopedTable(db, 'person', 'any visitor may report a public listing')
      .select()
      .select(['id', 'region'])
      .where('id', '=', id)
      .where('user_type', '=', userTypes.agent)
      .where('verified_status', '=', 'verified')
      .executeTakeFirst();
    return row ? about({ agent_id: row.id, region: row.region }) : null;
  }
  const row = await unscopedTable(db, 'review', 'any visitor may report a public listing')
    .select()
    .select(['id', 'property_id', 'agent_id'])
    .where('id', '=', id)
    .where('status', '=', 'published')
    .executeTakeFirst();
  return row ? about({ review_id: row.id, property_id: row.property_id, agent_id: row.agent_id }) : null;
}

const keyed = (services: RunningServices, text: string): string =>
  createHmac('sha256', services.secret).update(`abuse:${text}`).digest('base64url').slice(0, 24);

/** Identifies reporters by account, otherwise by a keyed hash of their address; the address itself is not stored. */
const reporterOf = (services: RunningServices, { me, from }: Ctx): string =>
  me.userId !== null ? `person:${me.userId}` : `from:${keyed(services, getOriginNetworkKey(from))}`;

/** The address of this report and the devices of its author: the browser and address of this request and of their sessions. */
async function placesOf(services: RunningServices, { me, from, db }: Ctx): Promise<string[]> {
  const { ip } = from;
  const sessions =
    me.userId === null
      ? []
      : await unscopedTable(db, 'person_session', "the reporter's own devices")
          .select()
          .select(['ip_address', 'user_agent'])
          .where('person_id', '=', me.userId)
          .orderBy('id', 'desc')
          .limit(20)
          .execute();
  const device = (ip: string, agent: string) => keyed(services, `device:${getOriginNetworkKey({ ip })}:${agent.slice(0, 500)}`);
  const devices = sessions.filter((s) => s.ip_address).map((s) => device(s.ip_address ?? '', s.user_agent ?? ''));
  return [...new Set([keyed(services, `address:${getOriginNetworkKey(from)}`), device(ip, from.agent), ...devices])];
}

export const reportAbuse =
  (services: RunningServices) =>
  async (ctx: Ctx, { target, target_id, reason, body, contact }: HandlerInput<Calls['report']>): Promise<HandlerResult<Calls['report']>> => {
    // The attempt is counted outside the transaction, so that a refused one counts too.
    const wait = await countAttemptSeparately(services.database.db, `abuse:${getOriginNetworkKey(ctx.from)}`, perAddress);
    if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'), { retry_after: wait });
    const subject = await subjectOf(ctx, target, target_id);
    if (!subject) throw new Refusal('notFound', sentence('itemNotFound'));
    await consumeDailySendingLimit(ctx, 'report');
    const [reporter_key, reporter_places] = [reporterOf(services, ctx), await placesOf(services, ctx)];
    const row = await add(ctx, 'abuse_report')
      .values({ target, ...subject, reporter_id: ctx.me.userId, reporter_key, reporter_places, reporter_contact: contact, reason, body })
      // The unique index abuse_report_open stops a reporter who reports the same subject twice at once.
      .onConflict((oc) => oc.doNothing())
      .returning(['id', 'code'])
      .executeTakeFirst();
    if (!row) throw new Refusal('conflict', m.abuse_refusal_open());
    await audit(ctx.db, ctx, { kind: 'add', document: 'report_abuse', id: row.id, code: row.code, after: { target, target_id, reason } });
    await notifyReportAdmins(ctx, row, `${target}:${target_id}`, subject.region);
    if (subject.listing_id) await pauseIfMany(ctx, subject.listing_id);
    return { code: row.code };
  };

/**
 * Three trusted reporters with nothing in common are enough to pause the listing until a handler reviews it; one person with several accounts is not.
 */
async function pauseIfMany(ctx: Ctx, listing: number): Promise<void> {
  // Reports about one listing are serialised, so that the third and the fourth cannot both count to three.
  await sql`select pg_advisory_xact_lock(7201312, ${listing}::int)`.execute(ctx.db);
  const n = countIndependentReporters(await reportersOf(ctx, listing));
  if (n >= automaticPauseRules.reporters) await pauseReportedListing(asClock(ctx.db), listing, `${n} people reported it`);
}

const letIn = [userTypes.owner, userTypes.agent, userTypes.dealer];
/** Reporters with an account. An anonymous report is read like any other but never pauses a listing. */
async function reportersOf(ctx: Ctx, listing: number): Promise<AbuseReporter[]> {
  const rows = await unscopedTable(ctx.db, 'abuse_report', 'reports against a listing are counted for all reporters')
    .select()
    .innerJoin('person', 'person.id', 'abuse_report.reporter_id')
    .select(['abuse_report.reporter_key', 'abuse_report.reporter_places', 'person.email_verified', 'person.user_type', 'person.verified_status'])
    .select([
      sql<boolean>`person.is_active and person.closed_at is null and not person.onboarding`.as('active'),
      sql<number>`extract(epoch from abuse_report.created_at - person.created_at)::float8 / 86400`.as('days'),
    ])
    .where('abuse_report.listing_id', '=', listing)
    .where('abuse_report.status', 'in', ['pending', 'assigned'])
    .execute();
  return rows.map((row) => ({
    active: row.active,
    confirmed: row.email_verified,
    trusted: letIn.some((type) => type === row.user_type)
      ? row.verified_status === 'verified'
      : row.verified_status === 'pending' || row.verified_status === 'verified',
    accountDays: row.days,
    places: [row.reporter_key, ...row.reporter_places],
  }));
}
