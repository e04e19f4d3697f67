import { agreementCalls } from '#contract/agreement/calls.ts';
import type { AgreementFull, SignText } from '#contract/agreement/shapes.ts';
import { signCalls } from '#contract/agreement/sign-calls.ts';
import type { Answer, CallShape, Given } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths } from '#contract/time/days.ts';
import { agreementRoom } from '#server/agreement/room.ts';
import { run } from '#server/http/registry.ts';
import { nobody } from '#server/kernel/ctx.ts';
import { type Making, make } from '#server/tenancy/service.ts';
import type { House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { asNow, here, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addUnit, type Place } from './market.ts';

let n = 0;
/** A number nobody has. */
export const newPhone = (): string => `+2547190${String(10_000 + ++n)}`;
/** What was signed on paper. */
export const scan = Buffer.from('%PDF-1.4\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1');
/** Somebody who signs, as a form sends them back. */
export const typed = ({ id, role, turn, name, phone, email }: AgreementFull['parties'][number]) => ({
  ...{ id, role, turn, name },
  ...{ phone: phone ?? '', email: email ?? '' },
});
export const tokenOf = (page?: string): string => (page ?? '').replace('/sign/', '');

export type World = { readonly lead: Somebody & { phone: string }; readonly mate: string; readonly tenancyId: number; readonly id: number };

/** Agreements as people and their links come to them, for tests: a tenancy of two and their landlord. */
export function signersOf(house: House, home: Place) {
  /** One call as the registry runs it: rights, transaction, audit. */
  async function ask<C extends CallShape>(call: C, who: Somebody | null, given: Omit<Given<C>, 'file'>, file?: Uint8Array): Promise<Answer<C>> {
    const route = agreementRoom.routes?.(house, () => []).find((one) => one.call === call);
    if (!route) throw new Error(`${call.path} is not served`);
    const names = Object.keys(call.query?.shape ?? {});
    const part = (inQuery: boolean) => Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name) === inQuery));
    await house.database.db.deleteFrom('throttle').execute();
    const arrived = {
      query: part(true),
      ...(call.body ? { body: part(false) } : {}),
      ...(file ? { file: { data: file, type: 'pdf' as const, name: 'scan.pdf' } } : {}),
    };
    return run(route, house.database.db, who?.me ?? nobody, here, arrived) as Promise<Answer<C>>;
  }

  async function tenant(): Promise<Somebody & { phone: string }> {
    const who = await somebody(house, 'tenant');
    const own = newPhone();
    await house.database.db.updateTable('person').set({ phone: own, phone_proved_at: clock.now() }).where('id', '=', who.id).execute();
    return { ...who, phone: own };
  }
  /** A tenancy of two, one with an account and one without; its lease waits as a draft. */
  async function drafted(more: Partial<Making> = {}): Promise<World> {
    const [lead, mate] = [await tenant(), newPhone()];
    const unitId = await addUnit(house, home.property);
    const today = clock.today();
    const tenancy = await inTransaction(house, home.owner, (ctx) =>
      make(ctx, {
        unitId,
        startsOn: today,
        endsOn: addDays(addMonths(today, 12), -1),
        rentCents: 4_500_000,
        period: 2,
        depositCents: 4_500_000,
        people: [
          { somebody: { personId: lead.id, name: 'Wanjirũ Kamau', phone: lead.phone, email: null }, role: 'lead', shareBp: 6000 },
          { somebody: { personId: null, name: 'Otieno', phone: mate, email: null }, role: 'co_tenant', shareBp: 4000 },
        ],
        ...more,
      }),
    );
    const { id } = await house.database.db.selectFrom('agreement').select('id').where('tenancy_id', '=', tenancy.id).executeTakeFirstOrThrow();
    return { lead, mate, tenancyId: tenancy.id, id };
  }
  const full = (id: number, who = home.owner): Promise<AgreementFull> => ask(agreementCalls.details, who, { id });
  const sent = async (): Promise<World> => {
    const world = await drafted();
    await ask(agreementCalls.send, home.owner, { id: world.id });
    return world;
  };
  const invites = async (id: number) => (await told(house, 'contract.invite')).filter(({ key }) => key.startsWith(`contract.invite:${id}:`));
  /** The link that was sent last for this agreement. */
  const lastToken = async (id: number) => tokenOf((await invites(id)).at(-1)?.page);
  const lastCode = async () =>
    (await told(house)).findLast((one) => one.event === 'security.phone_code' || one.event === 'security.email_code')?.params.code ?? '';
  const codeFor = async (token: string) => {
    await ask(signCalls.code, null, { token });
    return lastCode();
  };
  const opened = async (token: string): Promise<SignText & { code6: string }> => {
    const code6 = await codeFor(token);
    return { ...(await ask(signCalls.open, null, { token, code: code6 })), code6 };
  };
  async function signs(token: string, more: object = {}) {
    const { sha256, code6 } = await opened(token);
    return ask(signCalls.sign, null, { token, code: code6, sha256, kind: 'typed', drawn: 'A. Name', ...more });
  }
  const everybodySigns = async (id: number) => {
    for (let left = 1; left > 0; ) ({ left } = await signs(await lastToken(id)));
  };
  return { ask, tenant, drafted, full, sent, invites, lastToken, lastCode, codeFor, opened, signs, everybodySigns };
}

/** An agent of that landlord: by a mandate in force, who may sign for them or not; and what they then manage. */
export function agentFor(house: House, home: Place, agent: Somebody) {
  const { db } = house.database;
  const company = agent.me.companyId ?? 0;
  return {
    async mandated(maySign: boolean): Promise<Somebody> {
      await db.updateTable('mandate').set({ ended_at: clock.now() }).where('agent_company_id', '=', company).where('ended_at', 'is', null).execute();
      await db
        .insertInto('mandate')
        .values({
          owner_company_id: home.owner.me.companyId ?? 0,
          agent_company_id: company,
          all_properties: true,
          may_sign: maySign,
          grants: ['tenancies.read', 'tenancies.create', 'tenancies.edit', 'property.read', 'units.read'],
          starts_on: addDays(clock.today(), -1),
        })
        .execute();
      return asNow(house, agent);
    },
    async manages(agreementId: number): Promise<void> {
      const set = { agent_company_id: company };
      const { tenancy_id } = await db
        .updateTable('agreement')
        .set(set)
        .where('id', '=', agreementId)
        .returning('tenancy_id')
        .executeTakeFirstOrThrow();
      await db.updateTable('tenancy').set(set).where('id', '=', tenancy_id).execute();
    },
  };
}
