import type { HandlerInput } from '#contract/kernel/call.ts';
import type { SupportContacts, supportCalls } from '#contract/reference/support-calls.ts';
import { clock } from '#contract/time/clock.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { normalizePhoneForStorage } from '#server/kernel/phone.ts';
import { add, from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { readSupportContact } from '#server/kernel/support.ts';

type Calls = typeof supportCalls;

async function contacts({ env }: RunningServices, ctx: Ctx): Promise<SupportContacts> {
  const kept = await from(ctx, 'support_contact')
    .leftJoin('person', 'person.id', 'support_contact.updated_by')
    .select(['person.name as by', 'support_contact.updated_at'])
    .executeTakeFirst();
  return { ...(await readSupportContact(ctx.db, env)), by: kept?.by ?? null, updated_at: kept?.updated_at.toISOString() ?? null };
}

async function save(services: RunningServices, ctx: Ctx, { revision, ...given }: HandlerInput<Calls['save']>): Promise<SupportContacts> {
  const { phone, whatsapp, email, hours_en, hours_sw } = given;
  const before = await contacts(services, ctx);
  const said = {
    phone: phone ? normalizePhoneForStorage(phone) : null,
    whatsapp: whatsapp ? normalizePhoneForStorage(whatsapp, 'whatsapp') : null,
    email,
    hours_en,
    hours_sw,
  };
  const now = { ...said, revision: revision + 1, updated_by: ctx.me.userId, updated_at: clock.now() };
  // A stale revision is refused, also when two super admins save the first contacts at the same time.
  const saved =
    before.revision === revision &&
    (await add(ctx, 'support_contact')
      .values(now)
      .onConflict((oc) => oc.column('id').doUpdateSet(now).where('support_contact.revision', '=', revision))
      .returning('id')
      .executeTakeFirst());
  if (!saved) throw new Refusal('conflict', sentence('editConflict'), { current: await contacts(services, ctx) });
  const { by: _, updated_at: __, revision: ___, ...was } = before;
  await audit(ctx.db, ctx, { kind: 'edit', document: 'settings_general_settings', id: null, code: 'support', before: was, after: said });
  return contacts(services, ctx);
}

export const supportService = (services: RunningServices): CallHandlers<Calls> => ({
  contacts: (ctx) => contacts(services, ctx),
  save: (ctx, given) => save(services, ctx, given),
});
