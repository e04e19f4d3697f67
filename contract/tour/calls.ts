import { z } from 'zod';
import { holders, keepers, workers } from '#contract/access/whose.ts';
import { call } from '#contract/kernel/call.ts';
import { county, day, days, filters, id, inOrder, list, moment, page, pageSize, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { m } from '#words/messages.js';
import { modes, whens } from './kinds.ts';
import { tourMachine } from './machine.ts';
import { GroupViewing, ScheduleEntry, TourHead } from './shapes.ts';

export const tourBase = '/api/v2/tour' as const;
const byId = z.object({ id });
const anId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const reason = z.string().trim().max(300).default('');
const revision = z.number().int().optional();

/** Minutes of a day: each begins before it ends, and after the one before it. */
const ranges = z
  .array(z.tuple([z.number().int().min(0).max(1440), z.number().int().min(0).max(1440)]))
  .max(4)
  .refine((all) => all.every(([from, to], at) => from < to && from >= (all[at - 1]?.[1] ?? 0)), { error: () => m.tour_problem_ranges() });
const hours = z.strictObject({ '1': ranges, '2': ranges, '3': ranges, '4': ranges, '5': ranges, '6': ranges, '7': ranges }).partial();

const Exception = z.object({ day, ranges, note: z.string() });
export const HostHours = z.object({
  hours,
  minutes: z.number(),
  buffer_minutes: z.number(),
  most_a_day: z.number(),
  instant: z.boolean(),
  /** A calendar elsewhere reads the tours by a private address. */
  feed: z.boolean(),
  revision: z.number(),
  days: z.array(Exception),
});
export type HostHours = z.output<typeof HostHours>;
const hosts = holders('tours', 'edit');

/** What those who show homes do. */
export const tourCalls = {
  all: call({
    method: 'GET',
    path: `${tourBase}/all_tours/`,
    summary: 'Tours of the homes one manages: those of today first, then what comes, then what was',
    needs: ['tours', 'read'],
    query: z.object({
      page,
      page_size: pageSize,
      tabs,
      sort: sortBy(['soonest', 'starts_at', 'name'], 'soonest'),
      z_filter: filters({
        q: searchText,
        status: stateSchema(tourMachine),
        when: z.enum(whens),
        property_id: id,
        listing_id: id,
        host_id: id,
        company_id: id,
        region: county,
        ...days,
      }),
    }),
    result: list(TourHead),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${tourBase}/tour_details/`,
    summary: 'One tour and what became of it',
    needs: ['tours', 'read'],
    query: byId,
    result: TourHead.extend({
      history: z.array(z.object({ at: moment, move: z.string(), to: z.string(), reason: z.string().nullable(), by: z.string().nullable() })),
    }),
    fails: ['notFound'],
  }),
  move: call({
    method: 'PATCH',
    path: `${tourBase}/change_tour_status/`,
    summary: 'Confirm, decline or cancel a tour, or say at the door whether the visitor came',
    needs: keepers('tours', 'edit'),
    query: byId,
    body: z.strictObject({
      move: moveSchema(tourMachine),
      reason,
      /** What the visitor says at the door. */
      check_in_code: z.string().trim().max(10).default(''),
      meeting: z.string().trim().max(500).optional(),
      /** Where the host's phone is at the door, where it says so. */
      at: z.strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }).optional(),
    }),
    result: TourHead,
    fails: ['notFound', 'wrongState', 'conflict'],
    toast: 'statusUpdated',
    document: 'tours',
  }),
  reschedule: call({
    method: 'PATCH',
    path: `${tourBase}/reschedule_tour/`,
    summary: 'Give a tour another time: the same tour, and its visitor is told',
    needs: hosts,
    query: byId,
    body: z.strictObject({ from: moment, revision }),
    result: TourHead,
    fails: ['notFound', 'wrongState', 'conflict'],
    document: 'tours',
  }),
  consent: call({
    method: 'PATCH',
    path: `${tourBase}/tour_consent/`,
    summary: 'Write down what whoever lives there says to the visit; a call is enough',
    needs: hosts,
    query: byId,
    body: z.strictObject({ consent: z.enum(['given', 'refused']), reason }),
    result: TourHead,
    fails: ['notFound', 'wrongState'],
    document: 'tours',
  }),
  hosts: call({
    method: 'GET',
    path: `${tourBase}/hosts/`,
    summary: 'Those who could show the home instead',
    needs: ['tours', 'read'],
    query: byId,
    result: z.object({ results: z.array(z.object({ id: z.number(), name: z.string() })) }),
    fails: ['notFound'],
  }),
  reassign: call({
    method: 'PATCH',
    path: `${tourBase}/reassign_tour/`,
    summary: 'Let somebody else show the home at the same time',
    needs: workers('tours', 'read'),
    query: byId,
    body: z.strictObject({ host_id: anId }),
    result: TourHead,
    fails: ['notFound', 'wrongState', 'conflict'],
    document: 'tours',
  }),
  schedule: call({
    method: 'GET',
    path: `${tourBase}/schedule/`,
    summary:
      'What stands in the calendar between two days, both counted, six weeks at most: tours, group viewings, inspections; one’s own, or those one looks after',
    needs: ['tours', 'read'],
    query: z.object({ day_from: day, day_to: day, whose: z.enum(['mine', 'all']).default('all') }).check(inOrder),
    result: z.object({ results: z.array(ScheduleEntry) }),
    fails: [],
  }),
  hours: call({
    method: 'GET',
    path: `${tourBase}/hours/`,
    summary: 'When the caller shows homes',
    needs: hosts,
    result: HostHours,
    fails: [],
  }),
  saveHours: call({
    method: 'PATCH',
    path: `${tourBase}/save_hours/`,
    summary: 'Say when one shows homes, how long a visit takes and how long the way between two',
    needs: hosts,
    body: z.strictObject({
      hours,
      minutes: z.number().int().min(10).max(240),
      buffer_minutes: z.number().int().min(0).max(240),
      most_a_day: z.number().int().min(1).max(48),
      instant: z.boolean(),
      revision,
    }),
    result: HostHours,
    fails: ['conflict'],
    document: 'tours',
  }),
  saveDay: call({
    method: 'POST',
    path: `${tourBase}/save_day/`,
    summary: 'A day that is not like its weekday; without hours it is closed',
    needs: hosts,
    body: z.strictObject({ day, ranges, note: z.string().trim().max(200).default('') }),
    result: HostHours,
    fails: [],
    document: 'tours',
  }),
  dropDay: call({
    method: 'DELETE',
    path: `${tourBase}/drop_day/`,
    summary: 'The day is like its weekday again',
    needs: hosts,
    query: z.object({ day }),
    result: HostHours,
    fails: ['notFound'],
    document: 'tours',
  }),
  makeFeed: call({
    method: 'POST',
    path: `${tourBase}/make_feed/`,
    summary: 'A private address under which a calendar elsewhere reads one’s tours; one made before no longer works',
    needs: hosts,
    result: z.object({ url: z.string() }),
    fails: [],
    secret: true,
    document: 'tours',
  }),
  dropFeed: call({
    method: 'DELETE',
    path: `${tourBase}/drop_feed/`,
    summary: 'The private address opens nothing any more',
    needs: hosts,
    result: HostHours,
    fails: ['notFound'],
    document: 'tours',
  }),
  openViewing: call({
    method: 'POST',
    path: `${tourBase}/open_viewing/`,
    summary: 'A viewing several may come to',
    needs: hosts,
    body: z.strictObject({
      listing_id: anId,
      from: moment,
      minutes: z.number().int().min(10).max(480),
      capacity: z.number().int().min(2).max(100),
      mode: z.enum(modes).default('in_person'),
      meeting: z.string().trim().max(500).default(''),
    }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'conflict'],
    document: 'tours',
  }),
  viewing: call({
    method: 'GET',
    path: `${tourBase}/viewing_details/`,
    summary: 'A viewing several may come to, and who comes',
    needs: ['tours', 'read'],
    query: byId,
    result: GroupViewing,
    fails: ['notFound'],
  }),
  closeViewing: call({
    method: 'PATCH',
    path: `${tourBase}/close_viewing/`,
    summary: 'Call off a viewing; those who wanted to come are told why',
    needs: hosts,
    query: byId,
    body: z.strictObject({ reason: z.string().trim().min(1).max(300) }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'wrongState'],
    document: 'tours',
  }),
} as const;
