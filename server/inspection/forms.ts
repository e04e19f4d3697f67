import type { inspectionCalls } from '#contract/inspection/calls.ts';
import { getLocalizedName } from '#contract/inspection/kinds.ts';
import type { InspectionTemplate } from '#contract/inspection/shapes.ts';
import { systemInspectionTemplates } from '#contract/inspection/templates.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { localeContext, sentence } from '#server/kernel/locale.ts';
import { add, change, from, oneRow } from '#server/kernel/scoped.ts';
import { asAddedScopedRow } from '#server/kernel/scoped-row.ts';
import { inspectionNotFound } from './rows.ts';

type Calls = typeof inspectionCalls;
const columns = ['id', 'key', 'company_id', 'name', 'kinds', 'areas', 'retired_at', 'revision'] as const;
const rowsFor = (ctx: Ctx) => from(ctx, 'inspection_template').select(columns);
type Row = Awaited<ReturnType<ReturnType<typeof rowsFor>['execute']>>[number];
/** System forms have names in the reader's language. */
const nameOf = ({ key, name }: Pick<Row, 'key' | 'name'>): string => {
  const system = systemInspectionTemplates.find((one) => one.key === key);
  return system && system.name === name ? getLocalizedName(localeContext.current(), system) : name;
};
const toTemplate = (r: Row): InspectionTemplate => ({
  id: r.id,
  name: nameOf(r),
  kinds: r.kinds as InspectionTemplate['kinds'],
  areas: r.areas as InspectionTemplate['areas'],
  system: r.company_id === null,
  retired: r.retired_at !== null,
  revision: r.revision,
});
const countOf = (areas: unknown) => (areas as InspectionTemplate['areas']).reduce((sum, area) => sum + area.items.length, 0);
const factsOf = (r: Pick<Row, 'name' | 'kinds' | 'areas' | 'retired_at'>) => ({
  name: r.name,
  kinds: r.kinds,
  items: countOf(r.areas),
  retired: r.retired_at !== null,
});

/** Inserts the system forms once; a form changed in the database later stays unchanged. */
export async function seedInspectionTemplates(tx: Db): Promise<void> {
  await add({ db: tx }, 'inspection_template')
    .values(systemInspectionTemplates.map(({ key, name, kinds, areas }) => ({ key, name, kinds: [...kinds], areas: JSON.stringify(areas) })))
    .onConflict((oc) => oc.column('key').where('key', 'is not', null).doNothing())
    .execute();
}

export async function listInspectionTemplates(
  ctx: Ctx,
  { kind }: HandlerInput<Calls['listTemplates']>,
): Promise<HandlerResult<Calls['listTemplates']>> {
  const rows = await rowsFor(ctx)
    .orderBy('retired_at', (o) => o.asc().nullsFirst())
    .orderBy('company_id', (o) => o.asc().nullsFirst())
    .orderBy('id')
    .execute();
  const all = rows.map(toTemplate);
  return { results: kind === undefined ? all : all.filter((one) => !one.retired && one.kinds.includes(kind)) };
}

async function own(ctx: Ctx, id: number): Promise<Row> {
  const row = await rowsFor(ctx).where('id', '=', id).where('company_id', '=', ctx.me.companyId).forUpdate().executeTakeFirst();
  if (!row) throw inspectionNotFound();
  return row;
}

export async function createInspectionTemplate(ctx: Ctx, { name, kinds, areas }: HandlerInput<Calls['createTemplate']>): Promise<InspectionTemplate> {
  if (ctx.me.companyId === null) throw new Refusal('forbidden', sentence('accessForbidden'));
  const row = await add(ctx, 'inspection_template')
    .values({ company_id: ctx.me.companyId, name, kinds: [...new Set(kinds)], areas: JSON.stringify(areas), created_by: ctx.me.userId })
    .returning(columns)
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, { kind: 'add', document: 'inspection_template', id: row.id, after: factsOf(row) });
  return toTemplate(asAddedScopedRow('inspection_template', row));
}

export async function updateInspectionTemplate(
  ctx: Ctx,
  { id, revision, areas, ...said }: HandlerInput<Calls['updateTemplate']>,
): Promise<InspectionTemplate> {
  const before = await own(ctx, id);
  if (revision !== undefined && revision !== before.revision)
    throw new Refusal('conflict', sentence('editConflict'), { current: toTemplate(before) });
  return put(ctx, before, { ...said, ...(areas ? { areas: JSON.stringify(areas) } : {}) });
}

export async function retireInspectionTemplate(ctx: Ctx, { id, retired }: HandlerInput<Calls['retireTemplate']>): Promise<InspectionTemplate> {
  const before = await own(ctx, id);
  return put(ctx, before, { retired_at: retired ? (before.retired_at ?? clock.now()) : null });
}

async function put(ctx: Ctx, before: Row, changes: object): Promise<InspectionTemplate> {
  await change(ctx, 'inspection_template')
    .set((eb) => ({ ...changes, revision: eb('revision', '+', 1) }))
    .where('id', '=', before.id)
    .$call(oneRow);
  const after = await own(ctx, before.id);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'inspection_template', id: before.id, before: factsOf(before), after: factsOf(after) });
  return toTemplate(after);
}
