import type { Input, Result } from '#contract/kernel/call.ts';
import type { tenancyActCalls } from '#contract/tenancy/act-calls.ts';
import { payingRoles } from '#contract/tenancy/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { invalid } from '#server/http/answer.ts';
import { type Ctx, unscoped } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { longDate } from '#server/kernel/long-date.ts';
import { lookup } from '#server/kernel/lookups.ts';
import { everything, oneRow } from '#server/kernel/scoped.ts';
import { refuseOthersNumbers, relate } from '#server/tenant/service.ts';
import { m } from '#words/messages.js';
import { addPeople, seen, toPeople, touch } from '../make.ts';
import { peopleProblem } from '../making.ts';
import { details } from '../one.ts';
import type { TenancyRow } from '../rows.ts';
import { notifyAll, tellTenants, tellThese } from '../tell.ts';
import { calm } from '../terms.ts';
import { factsChanged, forWork, livedIn, logged, mustBe, nameOfCaller } from '../work.ts';
import { type PeopleAsk, type Place, peopleAskOf, relations } from './people-ask.ts';

type Calls = typeof tenancyActCalls;
const why = 'the people of a tenancy that was held a moment ago';
const pays = ({ role }: Pick<Place, 'role'>): boolean => payingRoles.includes(role);

const placesIn = (ctx: Ctx, id: number) =>
  everything(ctx.db, 'tenancy_person', why)
    .select()
    .innerJoin('tenant', 'tenant.id', 'tenancy_person.tenant_id')
    .leftJoin('person', (join) => join.onRef('person.id', '=', 'tenant.person_id').on('person.closed_at', 'is', null))
    .select(['tenancy_person.id', 'tenant_id', 'role', 'share_bp', 'until', 'tenant.name', 'tenant.phone', 'tenant.email', 'person.id as person_id'])
    .where('tenancy_id', '=', id)
    .orderBy('tenancy_person.id')
    .execute();
type Had = Awaited<ReturnType<typeof placesIn>>[number];
const now = (places: readonly Had[]): Had[] => places.filter((one) => one.until === null);
const keeps = (named: readonly Place[], had: Had) => named.find((one) => one.tenant_id === had.tenant_id && one.role === had.role);

/** Those with an account who would pay and do not, leaving out who applied for this very home and was promised it. */
async function comingIn(ctx: Ctx, row: TenancyRow, before: readonly Had[], named: readonly Place[]): Promise<number[]> {
  const fresh = named.filter((one) => pays(one) && !now(before).some((had) => pays(had) && had.tenant_id === one.tenant_id));
  if (fresh.length === 0) return [];
  const rows = await everything(ctx.db, 'tenant', why)
    .select()
    .innerJoin('person', 'person.id', 'tenant.person_id')
    .select('tenant.id')
    .where('person.closed_at', 'is', null)
    .where(
      'tenant.id',
      'in',
      fresh.map((one) => one.tenant_id),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('booking')
            .select('booking.id')
            .where('booking.id', '=', row.booking_id)
            .where('booking.status', '=', 'confirmed')
            .whereRef('booking.person_id', '=', 'person.id'),
        ),
      ),
    )
    .orderBy('tenant.id')
    .execute();
  return rows.map((one) => one.id);
}

/** A notice or an addendum among the papers of this lease, which everybody in it reads. */
async function insistOnPaper(ctx: Ctx, tenancyId: number, paperId: number): Promise<void> {
  if (!(await lookup('sharedNotice')(ctx, tenancyId, paperId))) throw invalid({ paper_id: m.tenancy_problem_paper() });
}

/**
 * Who is in it from a day on: whoever is named has that place and share, whoever is not leaves the day before. One lead tenant is always there.
 * Nobody with an account is made to pay, or taken out of those who do, by who manages the home alone: they are asked, or a document says so.
 */
export async function changePeople(ctx: Ctx, given: Input<Calls['changePeople']>): Promise<Result<Calls['changePeople']>> {
  const { id, from, people, reason, paper_id } = given;
  const row = await forWork(ctx, id);
  mustBe(ctx, row, ['pending', ...livedIn]);
  const today = clock.today();
  if (from < row.starts_on) throw invalid({ from: m.tenancy_problem_charge_early() });
  // It holds at once: what is planned for later is written down on its day.
  const latest = row.starts_on > today ? row.starts_on : today;
  if (from > latest) throw invalid({ from: m.tenancy_problem_people_later({ day: longDate(latest) }) });
  const before = await placesIn(ctx, id);
  const typed = toPeople(people);
  const wrong = peopleProblem(typed);
  if (wrong !== null) throw invalid({ people: wrong });
  await seen(
    ctx,
    people.flatMap((one) => (one.tenant_id !== undefined && !before.some((had) => had.tenant_id === one.tenant_id) ? [one.tenant_id] : [])),
  );
  await refuseOthersNumbers(
    ctx,
    row.company_id,
    typed.flatMap((one) => ('somebody' in one ? [one.somebody] : [])),
  );
  const named: Place[] = [];
  for (const one of typed) {
    const tenant_id = 'tenantId' in one ? one.tenantId : await relate(ctx, row.company_id, one.somebody);
    named.push({ tenant_id, role: one.role, share_bp: one.shareBp });
  }
  if (new Set(named.map((one) => one.tenant_id)).size !== named.length) throw invalid({ people: m.tenancy_problem_twice() });
  // Days that are over were lived in by who was there.
  if (from < today && now(before).some((had) => !keeps(named, had))) throw invalid({ from: m.tenancy_problem_leave_past() });
  if (paper_id !== undefined) await insistOnPaper(ctx, id, paper_id);
  const leaving = now(before).filter(
    (had) => pays(had) && had.person_id !== null && !named.some((one) => pays(one) && one.tenant_id === had.tenant_id),
  );
  const asked = [...(paper_id === undefined ? leaving.map((one) => one.tenant_id) : []), ...(await comingIn(ctx, row, before, named))];
  if (asked.length > 0) await putPeopleAsk(ctx, row, { from, people: named, asked, reason });
  else {
    await endPeopleAsk(ctx, row, String(row.revision + 1));
    const after = await carryOut(ctx, row, named, from, reason);
    await tellThese(ctx, after, leaving, 'tenancy.taken_out', { day: from }, String(after.revision));
  }
  return details(ctx, { id });
}

async function putPeopleAsk(ctx: Ctx, row: TenancyRow, said: Pick<PeopleAsk, 'from' | 'people' | 'asked' | 'reason'>): Promise<void> {
  const key = String(row.revision + 1);
  await endPeopleAsk(ctx, row, key);
  const ask: PeopleAsk = { ...said, version: row.revision + 1, yes: [], by: await nameOfCaller(ctx), at: clock.now().toISOString() };
  const after = await touch(ctx, row, { people_ask: JSON.stringify(ask) });
  const people = await relations(ctx, ask.asked);
  await logged(ctx, row, after, { ...(said.reason ? { reason: said.reason } : {}), is: { people_ask: people.map((one) => one.name) } });
  await tellThese(ctx, after, people, 'tenancy.people_asked', { day: said.from }, key);
}

/** Whoever was asked and is asked no more hears so; who calls knows. Whoever calls takes it away. */
export async function endPeopleAsk(ctx: Ctx, row: TenancyRow, key: string): Promise<void> {
  const ask = peopleAskOf(row);
  const open = await relations(ctx, ask?.asked.filter((one) => !ask.yes.includes(one)) ?? []);
  const rest = open.filter((one) => one.person_id !== ctx.me.userId);
  if (ask) await tellThese(ctx, row, rest, 'tenancy.people_off', { day: ask.from }, key);
}

/** It holds. What waited for the answer of those who paid until now is over with them, and both sides hear it. */
export async function carryOut(ctx: Ctx, row: TenancyRow, named: readonly Place[], from: string, reason: string): Promise<TenancyRow> {
  const { id } = row;
  const before = await placesIn(ctx, id);
  const key = String(row.revision + 1);
  const payers = (places: readonly { readonly tenant_id: number; readonly role: Place['role'] }[]) =>
    places
      .filter(pays)
      .map((one) => one.tenant_id)
      .sort((a, b) => a - b)
      .join();
  const others = payers(named) !== payers(now(before));
  // Whoever leaves is told with the others, who stays and who comes once.
  await tellTenants(ctx, row, 'tenancy.people', { day: from }, key);
  const over = others ? await endWhatWaits(ctx, row, key) : {};
  const change = (rowId: number) => everything(ctx.db, 'tenancy_person', why).change().where('id', '=', rowId);
  // Those who leave first: there is one lead tenant at any time.
  for (const had of now(before))
    if (!keeps(named, had))
      await change(had.id)
        .set({ until: addDays(from, -1) })
        .$call(oneRow);
  for (const had of before) {
    const place = keeps(named, had);
    if (place) await change(had.id).set({ share_bp: place.share_bp, until: null }).$call(oneRow);
  }
  const fresh = named.filter((one) => !before.some((had) => had.tenant_id === one.tenant_id && had.role === one.role));
  const places = fresh.map(({ tenant_id, role, share_bp }) => ({ tenantId: tenant_id, role, shareBp: share_bp }));
  if (places.length > 0) await addPeople(unscoped(ctx, why), row, places, from);
  const after = await touch(ctx, row, { people_ask: null, ...over });
  await logged(ctx, row, after, {
    ...(reason ? { reason } : {}),
    was: { people: now(before).map((one) => one.name) },
    is: { people: now(await placesIn(ctx, id)).map((one) => one.name) },
  });
  await factsChanged(ctx, id);
  await happened(ctx, 'tenancy.terms_changed', { tenancyId: id });
  await happened(ctx, 'tenancy.people_changed', { tenancyId: id, from });
  await notifyAll(ctx, after, 'tenancy.people', { day: from }, key);
  return after;
}

/** Another term or a shorter notice that was asked of others than will pay. */
async function endWhatWaits(ctx: Ctx, row: TenancyRow, key: string) {
  const ask = row.leaving_ask as { readonly on: string } | null;
  if (row.renewal !== null) {
    await notifyAll(ctx, row, 'tenancy.renewal_off', {}, key);
  }
  if (ask !== null) {
    await notifyAll(ctx, row, 'tenancy.leaving_off', { day: ask.on }, key);
  }
  return { renewal: null, leaving_ask: null, ...(row.renewal === null ? {} : { stage: calm(row) }) };
}
