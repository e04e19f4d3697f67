import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { add } from '#server/kernel/scoped.ts';
import { addendumTemplate, renewalTemplate } from './addendum-renewal.ts';
import { commercialTemplate } from './commercial.ts';
import { residentialTemplate } from './residential.ts';

/** Makao’s own templates. Each states that no advocate has reviewed it until one has (`reviewed_by`). */
export const systemTemplates = [
  { name: 'Residential lease / Makazi', kind: 'lease', use: 'residential', body: residentialTemplate },
  { name: 'Business premises / Biashara', kind: 'lease', use: 'commercial', body: commercialTemplate },
  { name: 'Addendum / Nyongeza', kind: 'addendum', use: 'residential', body: addendumTemplate },
  { name: 'Renewal / Kuhuisha', kind: 'renewal', use: 'residential', body: renewalTemplate },
] as const;

export async function insertSystemTemplates(tx: Db): Promise<void> {
  await add({ db: tx }, 'agreement_template')
    .values(systemTemplates.map(({ body, ...one }) => ({ ...one, body: JSON.stringify(body), published_at: clock.now() })))
    .execute();
}
