import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { earbStanding, inForce } from '#contract/people/certificate.ts';
import type { Certificates, certificateCalls } from '#contract/people/certificate-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { invalid } from '#server/http/answer.ts';
import type { Handlers } from '#server/http/registry.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal, signedIn } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { add, change, everything, from, oneRow } from '#server/kernel/scoped.ts';
import { giveUpFile, keep, signedPath } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { tellAgent, tellApprovers } from './certificate-tell.ts';
import { find, missing } from './one.ts';
import { taken } from './taken.ts';

type Calls = typeof certificateCalls;
/** How long the address of a file works, in seconds: long enough to look at it once. */
const openFor = 600;
const most = 10;

const day = sql<string>`to_char(agent_certificate.expires_on, 'YYYY-MM-DD')`;

async function certificatesOf(house: House, ctx: Ctx, id: number): Promise<Certificates> {
  const rows = await from(ctx, 'agent_certificate')
    .leftJoin('person as judge', 'judge.id', 'agent_certificate.judged_by')
    .leftJoin('media_variant', 'media_variant.file_id', 'agent_certificate.file_id')
    .select(['agent_certificate.id', 'number', 'seen', 'judge.name as judged_by', 'judged_at', 'note', 'agent_certificate.created_at'])
    .select([day.as('expires_on'), 'media_variant.key'])
    .where('agent_certificate.person_id', '=', id)
    .orderBy('agent_certificate.id', 'desc')
    .limit(most)
    .execute();
  const said = await from(ctx, 'person_profile')
    .select(sql<string | null>`details ->> 'earb'`.as('number'))
    .where('person_id', '=', id)
    .where('kind', '=', 'agent')
    .executeTakeFirst();
  const seen = rows.filter((row) => row.seen === true).sort((a, b) => (a.expires_on < b.expires_on ? 1 : -1))[0];
  return {
    number: rows[0]?.number ?? said?.number ?? null,
    standing: earbStanding(rows, clock.today()),
    until: seen?.expires_on ?? null,
    results: rows.map(({ key, created_at, judged_at, ...row }) => ({
      ...row,
      judged_at: judged_at?.toISOString() ?? null,
      file: key === null ? null : signedPath(house.secret, key, openFor),
      sent_at: created_at.toISOString(),
    })),
  };
}

/** The one nobody has looked at; without a key there is no file to look at, and nobody has seen what cannot be opened. */
const waitingOf = (ctx: Ctx, personId: number) =>
  from(ctx, 'agent_certificate')
    .leftJoin('media_variant', 'media_variant.file_id', 'agent_certificate.file_id')
    .select(['agent_certificate.id', 'agent_certificate.number', 'agent_certificate.file_id', 'media_variant.key'])
    .where('agent_certificate.person_id', '=', personId)
    .where('agent_certificate.seen', 'is', null)
    .executeTakeFirst();

async function send(house: House, ctx: Ctx, { number, expires_on, file }: Input<Calls['send']>): Promise<Certificates> {
  if (expires_on < clock.today()) throw invalid({ expires_on: m.people_problem_earb_over() });
  const kept = await keep(house, ctx, file, { purpose: 'document', visibility: 'private', field: 'certificate' });
  const me = await find(ctx, { id: signedIn(ctx).userId }, true);
  const before = await waitingOf(ctx, me.id);
  if (before) await dropped(ctx.db, before.id, before.file_id);
  await add(ctx, 'agent_certificate').values({ person_id: me.id, number, expires_on, file_id: kept.id }).execute();
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'account',
    id: me.id,
    code: me.code,
    before: before ? { earb_number: before.number } : null,
    after: { earb_number: number, earb_until: expires_on },
  });
  await tellApprovers(ctx, me);
  return certificatesOf(house, ctx, me.id);
}

async function dropped(db: Db, id: number, file: number | null): Promise<void> {
  await everything(db, 'agent_certificate', 'one that nobody had looked at makes way for the next, and all go with their agent')
    .remove()
    .where('id', '=', id)
    .execute();
  if (file !== null) await giveUpFile(db, file);
}

/** What was seen or turned down, by whom and when; the caller has looked whether this person may. */
const judged = (ctx: Ctx, id: number, seen: boolean, note: string) =>
  change(ctx, 'agent_certificate').set({ seen, note, judged_by: ctx.me.userId, judged_at: clock.now() }).where('id', '=', id).$call(oneRow);

async function judge(house: House, ctx: Ctx, { id, seen, note }: Input<Calls['judge']>): Promise<Result<Calls['judge']>> {
  const row = await from(ctx, 'agent_certificate').select('person_id').where('id', '=', id).executeTakeFirst();
  if (!row) throw missing();
  const agent = await taken(ctx, row.person_id, 'activate');
  const paper = await waitingOf(ctx, agent.id);
  if (paper?.id !== id) throw new Refusal('wrongState', m.people_refusal_earb_judged());
  if (seen && paper.key === null) throw new Refusal('wrongState', m.people_refusal_earb_no_file());
  if (!seen && note.length < 3) throw invalid({ note: m.people_reason_needed() });
  await judged(ctx, id, seen, note);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'account',
    id: agent.id,
    code: agent.code,
    before: { earb_checked: null },
    after: { earb_checked: seen, earb_number: paper.number },
    ...(note ? { reason: note } : {}),
  });
  if (seen) await tellAgent(ctx.db, agent.id, 'agent.certificate_seen', {}, String(id));
  else await tellAgent(ctx.db, agent.id, 'agent.certificate_refused', { reason: note }, String(id));
  return certificatesOf(house, ctx, agent.id);
}

/** Whoever approves an agent names the certificate they have seen, or says that there is none: nobody passes by it, nor approves one sent meanwhile. */
export async function askedOnApproval(ctx: Ctx, agent: { id: number; user_type: number }, earb: number | 'none' | undefined): Promise<void> {
  if (agent.user_type !== userTypes.agent) return;
  const papers = await from(ctx, 'agent_certificate')
    .select(['seen', day.as('expires_on')])
    .where('person_id', '=', agent.id)
    .execute();
  if (papers.some((paper) => inForce(paper, clock.today()))) return;
  const waiting = await waitingOf(ctx, agent.id);
  if (!earb) throw invalid({ earb: waiting ? m.people_problem_earb_look() : m.people_problem_earb_none() });
  if (earb === 'none') return;
  if (!waiting) throw invalid({ earb: m.people_problem_earb_missing() });
  if (waiting.id !== earb) throw new Refusal('conflict', m.people_refusal_earb_other());
  if (waiting.key === null) throw invalid({ earb: m.people_refusal_earb_no_file() });
  await judged(ctx, waiting.id, true, '');
}

export const certificates = (house: House): Handlers<Calls> => ({
  own: (ctx) => certificatesOf(house, ctx, signedIn(ctx).userId),
  send: (ctx, given) => send(house, ctx, given),
  of: async (ctx, { id }) => certificatesOf(house, ctx, (await find(ctx, { id, types: [userTypes.agent] })).id),
  judge: (ctx, given) => judge(house, ctx, given),
});

/** With the account its certificates go, files included. */
export async function forgetCertificates(tx: Db, personId: number): Promise<void> {
  const rows = await everything(tx, 'agent_certificate', 'an account that is gone')
    .select()
    .select(['id', 'file_id'])
    .where('person_id', '=', personId)
    .execute();
  for (const { id, file_id } of rows) await dropped(tx, id, file_id);
}

/** Whether the certificate an agents' company works under has run out, and no next one waits to be looked at. */
export async function earbLapsed(db: Db, companyId: number): Promise<boolean> {
  const rows = await everything(db, 'agent_certificate', 'whether an agents’ company may still add listings')
    .select()
    .innerJoin('person', 'person.id', 'agent_certificate.person_id')
    .select(['agent_certificate.person_id', 'seen', day.as('expires_on')])
    .where('person.company_id', '=', companyId)
    .where('person.user_type', '=', userTypes.agent)
    .execute();
  const byAgent = Map.groupBy(rows, (row) => row.person_id);
  return byAgent.size > 0 && [...byAgent.values()].every((papers) => earbStanding(papers, clock.today()) === 'lapsed');
}
