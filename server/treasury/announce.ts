import { clock } from '#contract/time/clock.ts';
import { atClock, type Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { everything } from '#server/kernel/scoped.ts';
import { type AccountRow, clientFor, hookPath, paybills, platformAccount } from './accounts.ts';
import { tellRefused } from './tell.ts';

const why = 'how M-Pesa took a paybill';
const announced = new Set<string>();
/** Who answers for the paybill, where nobody was named: Safaricom's own number for trying things. */
const sandboxPhone = '254708374149';
/** Minutes until it is tried again; refused so often, its keys are wrong, and it waits for others. */
const waits = [1, 5, 30, 120] as const;
const tries = 5;
/** Minutes until one is asked again that could not be reached. */
const outage = 5;

/** Tells M-Pesa where payments to a paybill are announced: once a process and address, since registering again changes nothing. */
export async function announce(house: House, db: Db): Promise<void> {
  await platformAccount(house, db);
  for (const account of (await paybills(db)).filter((one) => one.announce_at <= clock.now())) {
    const [confirmation, validation] = [hookPath(account, 'c2b'), hookPath(account, 'check')];
    const name = `${house.env.DARAJA_URL ?? house.env.MPESA_BASE}:${account.number}:${confirmation}`;
    if (announced.has(name)) continue;
    const client = clientFor(house, account);
    const said = await client.register({ confirmation, validation });
    const pulls =
      said.kind === 'accepted'
        ? await client.pullRegister({ phone: house.env.SUPPORT_PHONE ?? sandboxPhone, callback: hookPath(account, 'result') })
        : said;
    if (pulls.kind === 'accepted') {
      announced.add(name);
      await accepted(db, account);
    } else await failed(db, account, said.kind === 'refused');
  }
}

/** What was refused before counts no more. */
async function accepted(db: Db, { id, announce_tries }: AccountRow): Promise<void> {
  if (announce_tries > 0) await everything(db, 'collection_account', why).change().set({ announce_tries: 0 }).where('id', '=', id).execute();
}

/** A company's own that Safaricom itself refuses is given up after some tries, and its keeper told; who could not be reached is asked on, and counts as none. */
async function failed(db: Db, account: AccountRow, refused: boolean): Promise<void> {
  const count = account.announce_tries + (refused ? 1 : 0);
  const over = refused && count >= tries && account.company_id !== null;
  const minutes = refused ? (waits[Math.min(count, waits.length) - 1] ?? 1) : outage;
  await db.transaction().execute(async (tx) => {
    const at = new Date(clock.ms() + minutes * 60_000);
    await everything(tx, 'collection_account', why)
      .change()
      .set({ announce_tries: count, announce_at: at, ...(over ? { refused_at: clock.now() } : {}) })
      .where('id', '=', account.id)
      .execute();
    if (over) await tellRefused(atClock(tx), account);
  });
}
