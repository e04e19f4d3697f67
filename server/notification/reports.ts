import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { parseWithProblems } from '#contract/kernel/problems.ts';
import { selectableEventGroups } from '#contract/notification/events.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { getRequestOrigin } from '#server/http/http.ts';
import { audit } from '#server/kernel/audit.ts';
import { anonymousCaller, type Db, Refusal, type RequestOrigin } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { m } from '#words/messages.js';
import { toSmsNumber } from './sms-text.ts';

/**
 * Webhook callbacks of Africa's Talking: the delivery state of an SMS, and opt-outs. They are not signed, so the address itself is the secret: it is
 * derived from the signing secret and printed at the start, for the operator to enter in Africa's Talking's dashboard.
 */
export const buildSmsReportsPath = (secret: string): string =>
  `/api/hooks/sms/${createHmac('sha256', secret).update('sms-reports').digest('base64url').slice(0, 32)}`;

const Report = z.object({
  id: z.string().min(1).max(200),
  status: z.string().min(1).max(60),
  phoneNumber: z.string().max(40).optional(),
  networkCode: z.string().max(20).optional(),
  failureReason: z.string().max(200).optional(),
  retryCount: z.string().max(10).optional(),
});
const OptOut = z.object({ phoneNumber: z.string().min(5).max(40), senderId: z.string().max(40).optional() });

const arrived = ['Success'];
/** States of a final failure. Sent, Submitted and Buffered are intermediate states. */
const lost = ['Failed', 'Rejected', 'AbsentSubscriber', 'Expired'];
/** A callback may arrive before the message id is stored. One retry a little later is enough. */
const againMs = 1000;

export async function smsReportRoutes(app: FastifyInstance, { database, secret }: RunningServices): Promise<void> {
  const path = buildSmsReportsPath(secret);
  app.post('/api/hooks/sms/:key/delivery', async (request, reply) => {
    known(path, request.url);
    const report = read(Report, request.body);
    if (!(await recordDeliveryReport(database.db, report))) {
      await new Promise((resolve) => setTimeout(resolve, againMs));
      await recordDeliveryReport(database.db, report);
    }
    return reply.code(200).send({});
  });
  app.post('/api/hooks/sms/:key/opt_out', async (request, reply) => {
    known(path, request.url);
    await optOutOfSms(database.db, read(OptOut, request.body).phoneNumber, getRequestOrigin(request));
    return reply.code(200).send({});
  });
}

function known(path: string, url: string): void {
  if (!url.startsWith(`${path}/`)) throw new Refusal('notFound', sentence('pageNotFound'));
}

function read<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = parseWithProblems(schema, body ?? {});
  if ('data' in parsed) return parsed.data;
  const given = (body ?? {}) as Record<string, unknown>;
  const said = Object.entries(parsed.problems).map(([name, why]) => [name, given[name] === undefined ? sentence('requiredParameter') : why]);
  throw invalidInputRefusal(Object.fromEntries(said));
}

/** Stores a delivery state and returns whether the message is known. A delivered state is final. */
export async function recordDeliveryReport(db: Db, { id, status, failureReason }: z.output<typeof Report>): Promise<boolean> {
  const row = await unscopedTable(db, 'notification_delivery', 'the carrier reports delivery without a signed-in user')
    .select()
    .select(['id', 'state'])
    .where('carrier_id', '=', id)
    .where('channel', '=', 'sms')
    .executeTakeFirst();
  if (!row) return false;
  const state = arrived.includes(status) ? ('delivered' as const) : lost.includes(status) ? ('failed' as const) : null;
  if (state === null || row.state === 'delivered' || row.state === state) return true;
  const error = state === 'failed' ? [status, failureReason].filter(Boolean).join(': ') : null;
  await unscopedTable(db, 'notification_delivery', 'the carrier reports delivery without a signed-in user')
    .change()
    .set({ state, error, updated_at: clock.now() })
    .where('id', '=', row.id)
    .execute();
  return true;
}

/** After a reply of STOP a person gets no optional SMS. Requested links and codes are still sent. The person can undo this in their account. */
export async function optOutOfSms(db: Db, phoneNumber: string, from: RequestOrigin): Promise<number> {
  const phone = toSmsNumber(phoneNumber);
  if (!phone) throw invalidInputRefusal({ phoneNumber: m.notification_problem_phone() });
  const people = await unscopedTable(db, 'person', 'the carrier reports delivery without a signed-in user')
    .select()
    .select(['id', 'code'])
    .where('phone', '=', phone)
    .where('closed_at', 'is', null)
    .execute();
  for (const { id, code } of people)
    await db.transaction().execute(async (tx) => {
      await add({ db: tx }, 'notification_preference')
        .values(selectableEventGroups.map((event_group) => ({ person_id: id, event_group, channel: 'sms' as const, wanted: false })))
        .onConflict((oc) => oc.columns(['person_id', 'event_group', 'channel']).doUpdateSet({ wanted: sql<boolean>`excluded.wanted` }))
        .execute();
      await audit(
        tx,
        { me: anonymousCaller, from, note: { audited: 0 } },
        { kind: 'edit', document: 'notifications', id, code, after: { sms: false }, reason: 'answered STOP by SMS' },
      );
    });
  return people.length;
}
