import { publicScreens } from '#contract/kernel/screen.ts';

export const inspectionPublic = publicScreens({
  /** Where whoever lives there without an account reads the report and answers it. Opening it does nothing: the code comes by asking. */
  answer: { at: '/inspect/:token', secret: 'token', view: 'inspection/by-link', session: 'either', alone: true, ours: true },
});
