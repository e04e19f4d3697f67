import { clock } from '#contract/time/clock.ts';
import { asClock, type Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import {
  buildMpesaCallbackPath,
  type CollectionAccountRow,
  findOrCreatePlatformPaybill,
  listConnectedPaybills,
  makeDarajaClientForAccount,
} from './accounts.ts';
import { notifyPaybillRejected } from './notify.ts';

const why = 'the registration status of a paybill at M-Pesa';
const announced = new Set<string>();
/** The phone number on the paybill's account if none is set: Safaricom's test number. */
const sandboxPhone = '254708374149';
/** Minutes until the next attempt (backoff). After this many rejections the keys are considered wrong, and attempts stop until there are new ones. */
const waits = [1, 5, 30, 120] as const;
const tries = 5;
/** Minutes until the next attempt after an outage. */
const outage = 5;

/** Registers the callback addresses (webhooks) of a paybill with M-Pesa: once a process and address, because repeating it changes nothing. */
export async function registerCallbackUrls(services: RunningServices, db: Db): Promise<void> {
  await findOrCreatePlatformPaybill(services, db);
  for (const account of (await listConnectedPaybills(db)).filter((one) => one.announce_at <= clock.now())) {
    const [confirmation, validation] = [buildMpesaCallbackPath(account, 'c2b'), buildMpesaCallbackPath(account, 'check')];
    const name = `${services.env.DARAJA_URL ?? services.env.MPESA_BASE}:${account.number}:${confirmation}`;
    if (announced.has(name)) continue;
    const client = makeDarajaClientForAccount(services, account);
    const said = await client.register({ confirmation, validation });
    const pulls =
      said.kind === 'accepted'
        ? await client.pullRegister({ phone: services.env.SUPPORT_PHONE ?? sandboxPhone, callback: buildMpesaCallbackPath(account, 'result') })
        : said;
    if (pulls.kind === 'accepted') {
      announced.add(name);
      await accepted(db, account);
    } else await failed(db, account, said.kind === 'refused');
  }
}

/** Resets the count of rejections. */
async function accepted(db: Db, { id, announce_tries }: CollectionAccountRow): Promise<void> {
  if (announce_tries > 0) await unscopedTable(db, 'collection_account', why).change().set({ announce_tries: 0 }).where('id', '=', id).execute();
}

/**
 * A company's paybill that Safaricom rejects is given up after some attempts, and its manager is notified. An outage is retried and does not count.
 */
async function failed(db: Db, account: CollectionAccountRow, refused: boolean): Promise<void> {
  const count = account.announce_tries + (refused ? 1 : 0);
  const over = refused && count >= tries && account.company_id !== null;
  const minutes = refused ? (waits[Math.min(count, waits.length) - 1] ?? 1) : outage;
  await db.transaction().execute(async (tx) => {
    const at = new Date(clock.ms() + minutes * 60_000);
    await unscopedTable(tx, 'collection_account', why)
      .change()
      .set({ announce_tries: count, announce_at: at, ...(over ? { refused_at: clock.now() } : {}) })
      .where('id', '=', account.id)
      .execute();
    if (over) await notifyPaybillRejected(asClock(tx), account);
  });
}
