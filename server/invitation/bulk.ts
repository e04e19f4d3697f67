import { z } from 'zod';
import type { BulkInvitationRow, invitationCalls } from '#contract/invitation/calls.ts';
import { parseInvitationLines } from '#contract/invitation/csv.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { consumeDailySendingLimit } from '#server/limits/service.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import type { RequestedInvitation } from './deliver.ts';
import { assertCanAssignRole, assertCanInvite, createInvitation, parseInvitedPhone } from './send.ts';

type Calls = typeof invitationCalls;
const mostLines = 500;
const email = z.email().max(320);

type Judged = BulkInvitationRow & { wanted: RequestedInvitation | null };

/** Checks each line. The dry run and the sending use this function, so that their results agree. */
async function judge(ctx: Ctx, given: HandlerInput<Calls['bulkCheck']>): Promise<Judged[]> {
  const people = parseInvitationLines(given.csv);
  if (people.length === 0) throw invalidInputRefusal({ csv: m.invitation_problem_no_lines() });
  if (people.length > mostLines) throw invalidInputRefusal({ csv: m.invitation_problem_many_lines({ most: mostLines }) });
  await assertCanInvite(ctx, given, true);
  const seen = new Set<string>();
  const roles = new Map<string, number | Sentence>();
  const judged: Judged[] = [];
  for (const person of people) {
    const phone = person.phone === '' ? null : parseInvitedPhone(person.phone);
    const mail = person.email === '' ? null : person.email.toLowerCase();
    const role = person.role === '' || given.kind !== 'staff' ? (given.role_id ?? null) : await roleNamed(ctx, person.role, roles);
    const problem =
      mail === null && person.phone === ''
        ? m.invitation_line_address()
        : mail !== null && !email.safeParse(mail).success
          ? m.invitation_line_email()
          : person.phone !== '' && phone === null
            ? m.invitation_line_phone()
            : typeof role === 'string'
              ? role
              : given.kind === 'staff' && role === null
                ? m.invitation_line_role()
                : [mail, phone].some((address) => address !== null && seen.has(address))
                  ? m.invitation_line_twice()
                  : await waiting(ctx, given.kind, mail, phone);
    for (const address of [mail, phone]) if (address !== null) seen.add(address);
    const wanted =
      problem === null && typeof role !== 'string'
        ? {
            kind: given.kind,
            email: mail,
            phone,
            role_id: role,
            team_id: given.team_id ?? null,
            message: given.message,
            locale: given.locale,
            mandate: null,
          }
        : null;
    judged.push({ ...person, problem, wanted });
  }
  return judged;
}

async function roleNamed(ctx: Ctx, name: string, known: Map<string, number | Sentence>): Promise<number | Sentence> {
  const key = name.toLowerCase();
  const before = known.get(key);
  if (before !== undefined) return before;
  const rows = await from(ctx, 'staff_role').select(['id', 'name']).where('audience', '=', 'company').orderBy('company_id').execute();
  const row = rows.find((one) => one.name.toLowerCase() === key);
  let found: number | Sentence = row?.id ?? m.invitation_line_no_role();
  if (row) {
    try {
      await assertCanAssignRole(ctx, row.id);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      found = m.invitation_line_role_not_yours();
    }
  }
  known.set(key, found);
  return found;
}

async function waiting(ctx: Ctx, kind: RequestedInvitation['kind'], mail: string | null, phone: string | null): Promise<Sentence | null> {
  const open = await unscopedTable(ctx.db, 'invitation', 'a person is invited once, regardless of the inviter')
    .select()
    .select('id')
    .where('status', '=', 'pending')
    .where('kind', '=', kind)
    .where('company_id', ctx.me.companyId === null ? 'is' : '=', ctx.me.companyId)
    .where((eb) => eb.or([...(mail ? [eb('email', '=', mail)] : []), ...(phone ? [eb('phone', '=', phone)] : [])]))
    .executeTakeFirst();
  return open ? m.invitation_line_open() : null;
}

const toRow = ({ wanted: _, ...row }: Judged): BulkInvitationRow => row;

/** A dry run changes nothing but is logged, because it reveals facts about the people on the list. */
export async function checkBulkInvitations(ctx: Ctx, given: HandlerInput<Calls['bulkCheck']>): Promise<HandlerResult<Calls['bulkCheck']>> {
  const judged = await judge(ctx, given);
  const good = judged.filter((row) => row.wanted).length;
  await audit(ctx.db, ctx, {
    kind: 'undefined',
    document: 'invites',
    id: null,
    after: { lines: judged.length, good },
    reason: 'list checked, nobody invited',
  });
  return { rows: judged.map(toRow), good, bad: judged.length - good };
}

export async function sendBulkInvitations(ctx: Ctx, given: HandlerInput<Calls['bulkSend']>): Promise<HandlerResult<Calls['bulkSend']>> {
  const judged = await judge(ctx, given);
  const wanted = judged.flatMap((row) => (row.wanted ? [row.wanted] : []));
  if (wanted.length === 0) throw invalidInputRefusal({ csv: m.invitation_problem_no_good_line() });
  await consumeDailySendingLimit(ctx, 'invitation', wanted.length);
  for (const one of wanted) await createInvitation(ctx, one);
  return { rows: judged.map(toRow), sent: wanted.length };
}
