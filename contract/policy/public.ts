import { publicScreens } from '#contract/kernel/screen.ts';

export const policyPublicScreens = publicScreens({
  agree: { at: '/auth/agree', view: 'policy/agree', session: 'signed-in', ours: true },
  read: { at: '/policy/:id/:slug', view: 'policy/read' },
});
