import { careersCalls } from '#contract/careers/calls.ts';
import { waits } from '#contract/home/waits.ts';
import { fillCareers } from '#server/db/demo/careers.ts';
import { serve } from '#server/http/registry.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { oldestOf } from '#server/kernel/waits.ts';
import { careersScopes } from './scopes.ts';
import { applicants, careersService, closePassed } from './service.ts';

export const careersRoom: ServerRoom = {
  scopes: careersScopes,
  calls: { careers: careersCalls },
  routes: (house) => serve(careersCalls, careersService(house)),
  jobs: () => [{ name: 'careers.close', everyMinutes: 60, run: (db) => db.transaction().execute((tx) => closePassed(atClock(tx))) }],
  waits: { applications: (ctx) => oldestOf(applicants(ctx, waits.applications.filter), 'vacancy_application.created_at') },
  demo: ({ db }) => fillCareers(db),
  without: {
    search: 'Vacancies and applications to the platform have a list of their own.',
    ...because('Applicants for a job have no account here.', 'personPage', 'reviewBasis', 'unitTimeline', 'closing'),
    messages: 'Open: applicants get no message yet.',
    ...because('Open: applicants without an account can neither export nor erase what they sent.', 'export', 'erasure'),
  },
};
