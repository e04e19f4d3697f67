import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { add } from '#server/kernel/scoped.ts';
import { addendum, renewal } from './after.ts';
import { commercial } from './commercial.ts';
import { residential } from './residential.ts';

/** Our own templates. No advocate has read them yet, and that is said on each until one has (`reviewed_by`). */
export const systemTemplates = [
  { name: 'Residential lease / Makazi', kind: 'lease', use: 'residential', body: residential },
  { name: 'Business premises / Biashara', kind: 'lease', use: 'commercial', body: commercial },
  { name: 'Addendum / Nyongeza', kind: 'addendum', use: 'residential', body: addendum },
  { name: 'Renewal / Kuhuisha', kind: 'renewal', use: 'residential', body: renewal },
] as const;

export async function startTemplates(tx: Db): Promise<void> {
  await add({ db: tx }, 'agreement_template')
    .values(systemTemplates.map(({ body, ...one }) => ({ ...one, body: JSON.stringify(body), published_at: clock.now() })))
    .execute();
}
