import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { isCertificateInForce, toEarbStatus } from '#contract/people/certificate.ts';
import type { AgentCertificateList, certificateCalls } from '#contract/people/certificate-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { add, change, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { buildSignedFilePath, releaseFile, storeFile } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { notifyCertificateAgent, notifyCertificateApprovers } from './certificate-notify.ts';
import { lockPersonForAction } from './lock-person.ts';
import { findPerson, personNotFound } from './person-record.ts';

type Calls = typeof certificateCalls;
/** Validity of a file link in seconds: long enough to open the file once. */
const openFor = 600;
const most = 10;

const day = sql<string>`to_char(agent_certificate.expires_on, 'YYYY-MM-DD')`;

async function certificatesOf(services: RunningServices, ctx: Ctx, id: number): Promise<AgentCertificateList> {
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
    standing: toEarbStatus(rows, clock.today()),
    until: seen?.expires_on ?? null,
    results: rows.map(({ key, created_at, judged_at, ...row }) => ({
      ...row,
      judged_at: judged_at?.toISOString() ?? null,
      file: key === null ? null : buildSignedFilePath(services.secret, key, openFor),
      sent_at: created_at.toISOString(),
    })),
  };
}

/** The certificate pending review; without a file key it cannot be opened, and so cannot be approved. */
const waitingOf = (ctx: Ctx, personId: number) =>
  from(ctx, 'agent_certificate')
    .leftJoin('media_variant', 'media_variant.file_id', 'agent_certificate.file_id')
    .select(['agent_certificate.id', 'agent_certificate.number', 'agent_certificate.file_id', 'media_variant.key'])
    .where('agent_certificate.person_id', '=', personId)
    .where('agent_certificate.seen', 'is', null)
    .executeTakeFirst();

async function send(services: RunningServices, ctx: Ctx, { number, expires_on, file }: HandlerInput<Calls['send']>): Promise<AgentCertificateList> {
  if (expires_on < clock.today()) throw invalidInputRefusal({ expires_on: m.people_problem_earb_over() });
  const kept = await storeFile(services, ctx, file, { purpose: 'document', visibility: 'private', field: 'certificate' });
  const me = await findPerson(ctx, { id: requireSignedIn(ctx).userId }, true);
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
  await notifyCertificateApprovers(ctx, me);
  return certificatesOf(services, ctx, me.id);
}

async function dropped(db: Db, id: number, file: number | null): Promise<void> {
  await unscopedTable(db, 'agent_certificate', 'a new certificate replaces an unreviewed one, and all are deleted with their agent')
    .remove()
    .where('id', '=', id)
    .execute();
  if (file !== null) await releaseFile(db, file);
}

/** Stores the review of a certificate; the caller has checked the permission. */
const judged = (ctx: Ctx, id: number, seen: boolean, note: string) =>
  change(ctx, 'agent_certificate').set({ seen, note, judged_by: ctx.me.userId, judged_at: clock.now() }).where('id', '=', id).$call(oneRow);

async function judge(
  services: RunningServices,
  ctx: Ctx,
  { id, seen, note }: HandlerInput<Calls['review']>,
): Promise<HandlerResult<Calls['review']>> {
  const row = await from(ctx, 'agent_certificate').select('person_id').where('id', '=', id).executeTakeFirst();
  if (!row) throw personNotFound();
  const agent = await lockPersonForAction(ctx, row.person_id, 'activate');
  const paper = await waitingOf(ctx, agent.id);
  if (paper?.id !== id) throw new Refusal('wrongState', m.people_refusal_earb_judged());
  if (seen && paper.key === null) throw new Refusal('wrongState', m.people_refusal_earb_no_file());
  if (!seen && note.length < 3) throw invalidInputRefusal({ note: m.people_reason_needed() });
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
  if (seen) await notifyCertificateAgent(ctx.db, agent.id, 'agent.certificate_seen', {}, String(id));
  else await notifyCertificateAgent(ctx.db, agent.id, 'agent.certificate_refused', { reason: note }, String(id));
  return certificatesOf(services, ctx, agent.id);
}

/**
 * The approver of an agent must name the certificate they checked, or state that there is none. If a newer one was sent since, the approval is
 * refused.
 */
export async function assertCertificateChecked(ctx: Ctx, agent: { id: number; user_type: number }, earb: number | 'none' | undefined): Promise<void> {
  if (agent.user_type !== userTypes.agent) return;
  const papers = await from(ctx, 'agent_certificate')
    .select(['seen', day.as('expires_on')])
    .where('person_id', '=', agent.id)
    .execute();
  if (papers.some((paper) => isCertificateInForce(paper, clock.today()))) return;
  const waiting = await waitingOf(ctx, agent.id);
  if (!earb) throw invalidInputRefusal({ earb: waiting ? m.people_problem_earb_look() : m.people_problem_earb_none() });
  if (earb === 'none') return;
  if (!waiting) throw invalidInputRefusal({ earb: m.people_problem_earb_missing() });
  if (waiting.id !== earb) throw new Refusal('conflict', m.people_refusal_earb_other());
  if (waiting.key === null) throw invalidInputRefusal({ earb: m.people_refusal_earb_no_file() });
  await judged(ctx, waiting.id, true, '');
}

export const certificateHandlers = (services: RunningServices): CallHandlers<Calls> => ({
  listOwn: (ctx) => certificatesOf(services, ctx, requireSignedIn(ctx).userId),
  send: (ctx, given) => send(services, ctx, given),
  listOfAgent: async (ctx, { id }) => certificatesOf(services, ctx, (await findPerson(ctx, { id, types: [userTypes.agent] })).id),
  review: (ctx, given) => judge(services, ctx, given),
});

/** Deletes the certificates of a deleted account, including their files. */
export async function eraseCertificates(tx: Db, personId: number): Promise<void> {
  const rows = await unscopedTable(tx, 'agent_certificate', 'data of a deleted account')
    .select()
    .select(['id', 'file_id'])
    .where('person_id', '=', personId)
    .execute();
  for (const { id, file_id } of rows) await dropped(tx, id, file_id);
}

/** Whether the certificates of an agents' company have all expired, with none pending review. */
export async function hasOnlyExpiredCertificates(db: Db, companyId: number): Promise<boolean> {
  const rows = await unscopedTable(db, 'agent_certificate', 'checks whether the company of an agent may still add listings')
    .select()
    .innerJoin('person', 'person.id', 'agent_certificate.person_id')
    .select(['agent_certificate.person_id', 'seen', day.as('expires_on')])
    .where('person.company_id', '=', companyId)
    .where('person.user_type', '=', userTypes.agent)
    .execute();
  const byAgent = Map.groupBy(rows, (row) => row.person_id);
  return byAgent.size > 0 && [...byAgent.values()].every((papers) => toEarbStatus(papers, clock.today()) === 'lapsed');
}
