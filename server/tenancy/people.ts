import type { Input, Result } from '#contract/kernel/call.ts';
import type { tenancyActCalls } from '#contract/tenancy/act-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { invalid } from '#server/http/answer.ts';
import { type Ctx, unscoped } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { longDate } from '#server/kernel/long-date.ts';
import { everything, oneRow } from '#server/kernel/scoped.ts';
import { refuseOthersNumbers, relate } from '#server/tenant/service.ts';
import { m } from '#words/messages.js';
import { addPeople, type Person, peopleProblem, seen, toPeople, touch } from './make.ts';
import { details } from './one.ts';
import { tellManagers, tellTenants } from './tell.ts';
import { factsChanged, forWork, livedIn, logged, mustBe } from './work.ts';

type Calls = typeof tenancyActCalls;
const why = 'the people of a tenancy that was held a moment ago';

/** Who is in it from a day on: whoever is named has that place and share, whoever is not leaves the day before. One lead tenant is always there. */
export async function changePeople(ctx: Ctx, { id, from, people, reason }: Input<Calls['changePeople']>): Promise<Result<Calls['changePeople']>> {
  const row = await forWork(ctx, id);
  mustBe(ctx, row, ['pending', ...livedIn]);
  if (from < row.starts_on) throw invalid({ from: m.tenancy_problem_charge_early() });
  // It holds at once: what is planned for later is written down on its day.
  const latest = row.starts_on > clock.today() ? row.starts_on : clock.today();
  if (from > latest) throw invalid({ from: m.tenancy_problem_people_later({ day: longDate(latest) }) });
  const before = await everything(ctx.db, 'tenancy_person', why)
    .select()
    .innerJoin('tenant', 'tenant.id', 'tenancy_person.tenant_id')
    .select(['tenancy_person.id', 'tenant_id', 'role', 'share_bp', 'until', 'tenant.name'])
    .where('tenancy_id', '=', id)
    .execute();
  const given = toPeople(people);
  const wrong = peopleProblem(given);
  if (wrong !== null) throw invalid({ people: wrong });
  await seen(
    ctx,
    people.flatMap((one) => (one.tenant_id !== undefined && !before.some((had) => had.tenant_id === one.tenant_id) ? [one.tenant_id] : [])),
  );
  await refuseOthersNumbers(
    ctx,
    row.company_id,
    given.flatMap((one) => ('somebody' in one ? [one.somebody] : [])),
  );
  const named: (Person & { tenantId: number })[] = [];
  for (const one of given) named.push({ ...one, tenantId: 'tenantId' in one ? one.tenantId : await relate(ctx, row.company_id, one.somebody) });
  if (new Set(named.map((one) => one.tenantId)).size !== named.length) throw invalid({ people: m.tenancy_problem_twice() });
  // Whoever leaves is told with the others, who stays and who comes once.
  const key = String(row.revision + 1);
  await tellTenants(ctx, row, 'tenancy.people', { day: from }, key);
  const change = (rowId: number) => everything(ctx.db, 'tenancy_person', why).change().where('id', '=', rowId);
  const has = (had: { tenant_id: number; role: string }) => named.find((one) => one.tenantId === had.tenant_id && one.role === had.role);
  // Those who leave first: there is one lead tenant at any time.
  for (const had of before)
    if (had.until === null && !has(had))
      await change(had.id)
        .set({ until: addDays(from, -1) })
        .$call(oneRow);
  for (const had of before) {
    const now = has(had);
    if (now) await change(had.id).set({ share_bp: now.shareBp, until: null }).$call(oneRow);
  }
  const fresh = named.filter((one) => !before.some((had) => had.tenant_id === one.tenantId && had.role === one.role));
  if (fresh.length > 0) await addPeople(unscoped(ctx, why), row, fresh, from);
  const after = await touch(ctx, id);
  const names = async () =>
    (
      await everything(ctx.db, 'tenancy_person', why)
        .select()
        .innerJoin('tenant', 'tenant.id', 'tenancy_person.tenant_id')
        .select('tenant.name')
        .where('tenancy_id', '=', id)
        .where('until', 'is', null)
        .orderBy('tenancy_person.id')
        .execute()
    ).map((one) => one.name);
  await logged(ctx, row, after, {
    ...(reason ? { reason } : {}),
    was: { people: before.filter((one) => one.until === null).map((one) => one.name) },
    is: { people: await names() },
  });
  await factsChanged(ctx, id);
  await happened(ctx, 'tenancy.terms_changed', { tenancyId: id });
  await happened(ctx, 'tenancy.people_changed', { tenancyId: id, from });
  await tellTenants(ctx, after, 'tenancy.people', { day: from }, key);
  await tellManagers(ctx, after, 'tenancy.people', { day: from }, key);
  return details(ctx, { id });
}
