import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { Channel } from '#contract/collection/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { arrive } from '#server/collection/hooks.ts';
import { issue } from '#server/invoice/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { knownProofs } from '#server/kernel/proofs.ts';
import { whole } from '#server/kernel/scoped.ts';
import { workThrough } from '#server/payment/arrivals.ts';
import { accountsAt } from '#server/treasury/accounts.ts';
import type { House } from '#test/db.ts';

/** A post box for callbacks: what M-Pesa sends is kept here, and a test hands it in when and as often as it likes. */
export type Post = { readonly channel: Channel; readonly secret: string; readonly body: Buffer };
export async function postBox(): Promise<{ readonly url: string; readonly posts: Post[]; readonly server: Server }> {
  const posts: Post[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [, , , channel = '', secret = ''] = (request.url ?? '').split('/');
      posts.push({ channel: channel as Channel, secret, body: Buffer.concat(chunks) });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ResultCode: channel === 'check' ? '0' : 0, ResultDesc: 'Accepted' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, posts, server };
}
export async function handIn(house: House, post: Post): Promise<number> {
  const [account] = await accountsAt(house.database.db, [post.secret]);
  if (!account) throw new Error('no such path');
  const [id = 0] = await arrive(house.database.db, [{ channel: post.channel, account, body: post.body, from: '127.0.0.1' }]);
  return id;
}

/** Handed in and worked through, in this order. */
export async function delivered(house: House, posts: readonly Post[]): Promise<void> {
  for (const post of posts) await workThrough(house, [await handIn(house, post)]);
}

export const trusts = (house: House, companyId: number) =>
  sql`insert into ledger_book (company_id, mode) values (${companyId}, 'trust') on conflict (company_id) do update set mode = 'trust'`.execute(
    house.database.db,
  );

/** An invoice over rent for a tenancy, as the room issues it. */
export async function billed(
  ctx: Ctx,
  tenancyId: number,
  rentCents: number,
  more: { dueIn?: number; water?: number; deposit?: number; agent?: number } = {},
) {
  const row = await whole(ctx.db)
    .selectFrom('tenancy')
    .innerJoin('tenancy_person', 'tenancy_person.tenancy_id', 'tenancy.id')
    .select(['company_id', 'property_id', 'unit_id', 'tenant_id', 'booking_id'])
    .where('tenancy.id', '=', tenancyId)
    .where('role', '=', 'lead')
    .executeTakeFirstOrThrow();
  const line = (kind: 'rent' | 'water' | 'deposit', cents: number) => ({
    ...{ kind, label: '', qty: 1, unit_cents: cents, tax_code: 'A' as const, tax_cents: 0, cents, from: null, last: null },
    ...{ word: null, charge_id: null, readings: [] },
  });
  return issue(ctx, {
    ...{
      companyId: row.company_id,
      agentCompanyId: more.agent ?? null,
      propertyId: row.property_id,
      unitId: row.unit_id,
      tenancyId,
      bookingId: null,
      tenantId: row.tenant_id,
    },
    ...{
      kind: 'rent',
      onceKey: null,
      periodFrom: clock.today(),
      periodLast: clock.today(),
      dueOn: addDays(clock.today(), more.dueIn ?? 5),
      home: 'A1',
    },
    lines: [line('rent', rentCents), ...(more.water ? [line('water', more.water)] : []), ...(more.deposit ? [line('deposit', more.deposit)] : [])],
  });
}

/** Every proof of every room, of everything: empty is proven. */
export async function unproven(house: House): Promise<string[]> {
  const found: string[] = [];
  for (const proof of knownProofs())
    for (const one of await proof.differences(house.database.db, null)) found.push(`${proof.name}: ${one.what} ${one.expected} is not ${one.found}`);
  return found;
}

/** What M-Pesa would send of a payout that came to nothing. */
export const failureOf = (key: string): Buffer => {
  const said = { ResultType: 0, ResultCode: 2001, ResultDesc: 'no', OriginatorConversationID: key, ConversationID: 'AG_y', TransactionID: 'X' };
  return Buffer.from(JSON.stringify({ Result: said }));
};
