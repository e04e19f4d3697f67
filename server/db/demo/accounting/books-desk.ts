import type { OpenApprovalRequest } from '#contract/approval/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { type Day, startOfDay } from '#contract/time/days.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { readMe } from '#server/kernel/me.ts';
import { unscopedDb } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { renderPdfDocument } from '#server/pdf/service.ts';

/** The storage and secret with which the demo stores the files of its records. */
export type DemoFiles = Pick<RunningServices, 'storage' | 'secret'>;
const quotaMb = 500;

/** What opens a transaction of its own continues in that of the demo. */
const continueTransaction = (db: Db): Db =>
  new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return () => ({ execute: <T>(work: (tx: Db) => Promise<T>) => work(db) });
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
/** Services with the transaction of the demo instead of a database of their own. */
export const makeDemoServices = (db: Db, files: DemoFiles): RunningServices =>
  ({ ...files, database: { db: continueTransaction(db) }, env: { STORAGE_QUOTA_MB: quotaMb } }) as RunningServices;

/** The people who keep the books of the demo. The super admins with whom a visitor signs in approve nothing here, so that they can approve payouts. */
const emails = {
  /** Prepares statements and worksheets. */
  accountant: 'collins.nyaboke102@makao.test',
  /** Approves and signs what the accountant prepared. */
  head: 'brenda.njuguna101@makao.test',
  first: 'superadmin@makao.test',
  second: 'superadmin2@makao.test',
  agency: 'accounts@makao.test',
} as const;
export type DemoPerson = keyof typeof emails;

export type AccountingDesk = {
  readonly db: Db;
  readonly services: RunningServices;
  readonly as: (person: DemoPerson) => Ctx;
  /** The clock shows this time of a day, or now if it is later. */
  readonly at: (day: Day, hour: number) => Promise<void>;
};
type Setting = { readonly files: DemoFiles; readonly at: (moment: Date) => Promise<void>; readonly now: number };

export async function openDesk(db: Db, { files, at, now }: Setting): Promise<AccountingDesk> {
  const contexts = new Map<DemoPerson, Ctx>();
  for (const [person, email] of Object.entries(emails) as [DemoPerson, string][]) {
    const { id } = await unscopedDb(db).selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    const me = await readMe(db, id);
    if (me) contexts.set(person, { ...asClock(db), me });
  }
  return {
    db,
    services: makeDemoServices(db, files),
    as(person) {
      const ctx = contexts.get(person);
      if (!ctx) throw new Error(`The demo has no account for ${person}.`);
      return ctx;
    },
    at: (day, hour) => at(new Date(Math.min(startOfDay(day).getTime() + hour * 3_600_000, now))),
  };
}

type Asked = Pick<OpenApprovalRequest, 'id'> | null | undefined;
export async function decideRequest(
  desk: AccountingDesk,
  person: DemoPerson,
  request: Asked,
  decision: { approve: boolean; reason?: string } = { approve: true },
): Promise<void> {
  if (!request) throw new Error('The demo expected a request.');
  await decideApprovalRequest(desk.services)(desk.as(person), { id: request.id, reason: '', ...decision });
}

/** A bank slip or receipt, as the bank prints it. */
export async function drawSlip(title: string, pairs: readonly (readonly [string, string])[]) {
  const data = await renderPdfDocument({ title, language: 'en', at: clock.now(), parts: [{ pairs }] });
  return { data, type: 'pdf', name: `${title.toLowerCase().replaceAll(' ', '-')}.pdf` } as const;
}
