import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';
import { toSlug } from '#server/kernel/slug.ts';

const soon = (days: number) => addDays(clock.today(), days);
const jobs = [
  {
    title: 'Field officer, Coast',
    department: 'Verification',
    place: 'Mombasa and Kilifi',
    kind: 'full_time',
    closes_on: soon(21),
    status: 'open',
    body: 'You inspect properties before they are listed. You check the location, the ownership documents and the water supply.\n\n- Good knowledge of Mombasa, Nyali and Mtwapa\n- Clear photos with a phone\n- Kiswahili and English\n- Motorbike licence',
  },
  {
    title: 'Software engineer',
    department: 'Product',
    place: 'Nairobi or remote',
    kind: 'full_time',
    closes_on: soon(40),
    status: 'open',
    body: 'You build pages that work well on a low-cost phone, and a ledger that balances to the cent.\n\n- TypeScript and SQL\n- Reliable automated tests\n- Clear explanations',
  },
  {
    title: 'Customer care, evenings',
    department: 'Support',
    place: 'Nakuru',
    kind: 'part_time',
    closes_on: null,
    status: 'open',
    body: 'You help tenants and landlords from 5 PM to 10 PM, by phone and in writing.\n\n- Patience and accuracy\n- Kiswahili, English and one other Kenyan language',
  },
  {
    title: 'Accounts intern',
    department: 'Finance',
    place: 'Nairobi',
    kind: 'internship',
    closes_on: null,
    status: 'draft',
    body: 'You work with the finance team for three months. You compare bank statements with the ledger and investigate differences.',
  },
] as const;

export async function fillCareers(db: Db): Promise<void> {
  await db
    .insertInto('vacancy')
    .values(jobs.map((job) => ({ ...job, slug: toSlug(job.title) })))
    .execute();
}
