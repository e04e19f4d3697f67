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
    body: 'You visit homes before they are offered: is the building where the pin says, does the owner have the papers, do the taps run.\n\n- Knows Mombasa, Nyali and Mtwapa well\n- Takes clear pictures with a phone\n- Speaks Kiswahili and English\n- Rides a motorbike',
  },
  {
    title: 'Software engineer',
    department: 'Product',
    place: 'Nairobi or remote',
    kind: 'full_time',
    closes_on: soon(40),
    status: 'open',
    body: 'You build pages that work on a phone of six thousand shillings and books that balance to the cent.\n\n- TypeScript and SQL\n- Writes tests that can fail\n- Explains things simply',
  },
  {
    title: 'Customer care, evenings',
    department: 'Support',
    place: 'Nakuru',
    kind: 'part_time',
    closes_on: null,
    status: 'open',
    body: 'You answer tenants and landlords between five and ten in the evening, by phone and in writing.\n\n- Patient and exact\n- Kiswahili, English and one more Kenyan language',
  },
  {
    title: 'Accounts intern',
    department: 'Finance',
    place: 'Nairobi',
    kind: 'internship',
    closes_on: null,
    status: 'draft',
    body: 'Three months with the people who settle rents. You compare statements and ask why when two numbers differ.',
  },
] as const;

export async function fillCareers(db: Db): Promise<void> {
  await db
    .insertInto('vacancy')
    .values(jobs.map((job) => ({ ...job, slug: toSlug(job.title) })))
    .execute();
}
