import { sql } from 'kysely';
import { processDueRows } from '#server/jobs/due-rows.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { type CommissionRuleRow, formatCommissionRuleTerms } from './rule-terms.ts';

const why = 'scheduled job tells companies of commission rules';

/** The companies whose rent a rule reaches. */
const listReachedCompanies = (ctx: Ctx, { company_id, property_id, region }: CommissionRuleRow) =>
  from(ctx, 'company')
    .select('company.id')
    .where('company.is_active', '=', true)
    .where(
      sql<boolean>`exists (select 1 from property p where p.company_id = company.id
        and (${company_id}::bigint is null or p.company_id = ${company_id}) and (${property_id}::bigint is null or p.id = ${property_id})
        and (${region}::text is null or p.region = ${region}))`,
    )
    .orderBy('company.id')
    .execute();

/** Tells the heads of each company of a rule that will start, or of a rule of their own that will end, with the day and the terms. */
async function announceRule(ctx: Ctx, rule: CommissionRuleRow): Promise<void> {
  const event = rule.announce === 'end' ? 'commission.rule_ends' : 'commission.rule_starts';
  const day = rule.announce === 'end' ? (rule.ends_on ?? rule.starts_on) : rule.starts_on;
  const params = { terms: formatCommissionRuleTerms(rule), day };
  for (const { id } of await listReachedCompanies(ctx, rule))
    await notifyAudience(ctx, event, params, createNotificationAudience().heads(id), { key: `${rule.id}:${id}` });
}

/** Sends the notices of new and ending rules: once each, however often it runs. */
export async function announceCommissionRules(db: Db): Promise<void> {
  const due = await from(asClock(db, why), 'commission_rule')
    .select('id')
    .where('announce', 'is not', null)
    .where('replaced_at', 'is', null)
    .orderBy('id')
    .execute();
  await processDueRows(db, due, async (tx, { id }) => {
    const ctx = asClock(tx, why);
    const rule = await from(ctx, 'commission_rule').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
    if (!rule?.announce) return;
    await change(ctx, 'commission_rule').set({ announce: null }).where('id', '=', id).$call(oneRow);
    await announceRule(ctx, rule);
  });
}
