import { AgreementBody, listDefaultClauseKeys, renderAgreement } from '#contract/agreement/body.ts';
import type { templateCalls } from '#contract/agreement/calls.ts';
import { buildAgreementFields, sampleAgreementFacts } from '#contract/agreement/fields.ts';
import type { TemplateDetails, TemplateSummary } from '#contract/agreement/shapes.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, from, oneRow } from '#server/kernel/scoped.ts';
import { type ScopedRow, sameRow } from '#server/kernel/scoped-row.ts';
import { readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { agreementNotFound } from './rows.ts';

type Calls = typeof templateCalls;
const visibleTemplates = (ctx: Ctx) => from(ctx, 'agreement_template').where('agreement_template.retired_at', 'is', null);
const columns = ['id', 'code', 'name', 'kind', 'use', 'version', 'governs', 'company_id', 'reviewed_by', 'updated_at'] as const;
type Row = Omit<TemplateSummary, 'system' | 'updated_at'> & { company_id: number | null; updated_at: Date };
const toHead = ({ company_id, updated_at, ...row }: Row): TemplateSummary => ({
  ...row,
  system: company_id === null,
  updated_at: updated_at.toISOString(),
});

async function details(ctx: Ctx, { id }: { id: number }): Promise<TemplateDetails> {
  const row = await visibleTemplates(ctx)
    .select([...columns])
    .select(['body', 'revision'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw agreementNotFound();
  const { body: kept, revision, ...head } = row;
  const body = AgreementBody.parse(kept);
  const { title, blocks } = renderAgreement(body, buildAgreementFields(sampleAgreementFacts), listDefaultClauseKeys(body));
  return { ...toHead(head), body, preview: { title, blocks: [...blocks] }, revision };
}

/** Locks a template of the caller's company. Templates of the platform can only be copied. */
async function own(ctx: Ctx, id: number) {
  const row = await visibleTemplates(ctx).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw agreementNotFound();
  if (row.company_id === null || row.company_id !== ctx.me.companyId) throw new Refusal('conflict', m.agreement_refusal_system());
  return row;
}

const retireOld = (ctx: Ctx, row: ScopedRow<'agreement_template'>) =>
  sameRow(ctx.db, 'agreement_template', row).change().set({ retired_at: clock.now(), updated_at: clock.now() }).$call(oneRow);

export const templateHandlers: CallHandlers<Calls> = {
  async list(ctx: Ctx, { page, page_size, z_filter = {} }: HandlerInput<Calls['list']>): Promise<HandlerResult<Calls['list']>> {
    let found = visibleTemplates(ctx);
    if (z_filter.kind) found = found.where('kind', '=', z_filter.kind);
    if (z_filter.use) found = found.where('use', '=', z_filter.use);
    const { rows, count } = await readPage(found, { page, page_size }, (q) =>
      q
        .select([...columns])
        .orderBy('company_id', (o) => o.asc().nullsLast())
        .orderBy('kind')
        .orderBy('id'),
    );
    return { count, results: rows.map(toHead) };
  },
  details,

  async copy(ctx: Ctx, { id, name }: HandlerInput<Calls['copy']>): Promise<TemplateDetails> {
    const row = await visibleTemplates(ctx).selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw agreementNotFound();
    if (ctx.me.companyId === null) throw new Refusal('conflict', m.agreement_refusal_company());
    const made = await add(ctx, 'agreement_template')
      // A copy is not marked as reviewed by an advocate, because its text can be changed.
      .values({
        company_id: ctx.me.companyId,
        name,
        kind: row.kind,
        use: row.use,
        body: JSON.stringify(row.body),
        governs: row.governs,
        published_at: clock.now(),
        created_by: ctx.me.userId,
      })
      .returning(['id', 'code'])
      .executeTakeFirstOrThrow();
    await audit(ctx.db, ctx, { kind: 'add', document: 'agreement_template', id: made.id, code: made.code, after: { name, kind: row.kind } });
    return details(ctx, made);
  },

  /** Saving a template creates a new version, so that agreements keep the version they were written from. */
  async save(ctx: Ctx, { id, name, governs, reviewed_by, body, revision }: HandlerInput<Calls['save']>): Promise<TemplateDetails> {
    const row = await own(ctx, id);
    if (revision !== undefined && revision !== row.revision)
      throw new Refusal('conflict', sentence('editConflict'), { current: await details(ctx, { id }) });
    await retireOld(ctx, row);
    const made = await add(ctx, 'agreement_template')
      .values({
        company_id: row.company_id,
        name,
        kind: row.kind,
        use: row.use,
        version: row.version + 1,
        replaces_id: id,
        body: JSON.stringify(body),
        governs,
        reviewed_by,
        published_at: clock.now(),
        revision: row.revision + 1,
        created_by: ctx.me.userId,
      })
      .returning(['id', 'code'])
      .executeTakeFirstOrThrow();
    await audit(ctx.db, ctx, {
      kind: 'edit',
      document: 'agreement_template',
      id: made.id,
      code: made.code,
      before: { name: row.name, version: row.version },
      after: { name, version: row.version + 1 },
    });
    return details(ctx, made);
  },

  async archive(ctx: Ctx, { id }: HandlerInput<Calls['archive']>): Promise<HandlerResult<Calls['archive']>> {
    const row = await own(ctx, id);
    await retireOld(ctx, row);
    await audit(ctx.db, ctx, { kind: 'delete', document: 'agreement_template', id, code: row.code, before: { name: row.name } });
    return { id };
  },
};
