import { sql } from 'kysely';
import type { AgentProfile, agentsCalls } from '#contract/agents/calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { from } from '#server/kernel/scoped.ts';
import { toSlug } from '#server/kernel/slug.ts';
import { saveAccountProfile } from '#server/people/service.ts';
import { m } from '#words/messages.js';

type Calls = typeof agentsCalls;
type Details = Partial<Pick<AgentProfile, 'bio' | 'bio_sw' | 'languages' | 'specialities' | 'since'>> & { earb?: string; places?: number[] };

/** The caller with the saved profile; an invited agent has none yet. */
async function own(ctx: Ctx) {
  const row = await from(ctx, 'person')
    .leftJoin('person_profile', (join) => join.onRef('person_profile.person_id', '=', 'person.id').on('person_profile.kind', '=', 'agent'))
    .select(['person.id', 'person.code', 'person.name', 'person.verified_status', 'person_profile.details', 'person_profile.revision'])
    .where('person.id', '=', ctx.me.userId)
    .executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  return { ...row, details: (row.details ?? {}) as Details, revision: row.revision ?? 1 };
}

async function shown(ctx: Ctx, row: Awaited<ReturnType<typeof own>>): Promise<AgentProfile> {
  const { rows: places } = await sql<AgentProfile['places'][number]>`
    select id, kind, name from agent_places(${JSON.stringify(row.details)}::jsonb) order by name, id`.execute(ctx.db);
  const { bio = '', bio_sw = '', languages = [], specialities = [], since = null, earb = null } = row.details;
  const slug = row.verified_status === 'verified' ? toSlug(row.name) : null;
  return { id: row.id, slug, bio, bio_sw, languages, specialities, since, places, earb, revision: row.revision };
}

export const readOwnAgentProfile = async (ctx: Ctx): Promise<HandlerResult<Calls['profile']>> => shown(ctx, await own(ctx));

/** Only searchable places; a deleted one gives an error instead of being dropped silently. */
async function knownPlaces(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const found = await ctx.db
    .selectFrom('location')
    .select('id')
    .where('id', 'in', wanted)
    .where('kind', '<>', 'country')
    .where('deleted_at', 'is', null)
    .where('visible', '=', true)
    .where('location.deleted_at', 'is', null)
    .execute();
  const left = wanted.filter((id) => !found.some((place) => place.id === id));
  if (left.length > 0) throw invalidInputRefusal({ places: m.agents_problem_places({ places: left.join(', ') }) });
  return wanted;
}

export async function saveAgentProfile(
  ctx: Ctx,
  { revision, places, ...given }: HandlerInput<Calls['saveProfile']>,
): Promise<HandlerResult<Calls['saveProfile']>> {
  // Locks the person instead of the profile, because an invited agent has no profile row.
  await from(ctx, 'person').select('id').where('id', '=', ctx.me.userId).forNoKeyUpdate().execute();
  const before = await own(ctx);
  if (revision !== undefined && revision !== before.revision)
    throw new Refusal('conflict', sentence('editConflict'), { current: await shown(ctx, before) });
  const changes: Details = {
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Details),
    ...(places ? { places: await knownPlaces(ctx, places) } : {}),
  };
  if (Object.keys(changes).length === 0) throw invalidInputRefusal({ body: m.agents_problem_nothing() });
  const details = JSON.stringify({ ...before.details, ...changes });
  await saveAccountProfile(ctx.db, { person_id: before.id, kind: 'agent', details, revision: before.revision + 1 });
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'account',
    id: before.id,
    code: before.code,
    before: Object.fromEntries(Object.keys(changes).map((name) => [name, before.details[name as keyof Details]])),
    after: changes,
  });
  return shown(ctx, await own(ctx));
}
