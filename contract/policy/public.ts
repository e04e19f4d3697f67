import { publicScreens } from '#contract/kernel/screen.ts';

export const policyPublic = publicScreens({
  read: { at: '/policy/:id/:slug', view: 'policy/read' },
});
