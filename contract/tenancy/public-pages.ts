import { publicScreens } from '#contract/kernel/screen.ts';

export const tenancyPublicScreens = publicScreens({
  terms: { at: '/tenancy_terms/:token', view: 'tenancy/terms-link', secret: 'token', session: 'either', alone: true, ours: true },
});
