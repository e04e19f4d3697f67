import { publicScreens } from '#contract/kernel/screen.ts';

export const inspectionPublicScreens = publicScreens({
  /** The page on which an occupant without an account reads the report and answers it. Opening it changes nothing; the person requests the code. */
  answer: { at: '/inspect/:token', secret: 'token', view: 'inspection/by-link', session: 'either', alone: true, ours: true },
});
