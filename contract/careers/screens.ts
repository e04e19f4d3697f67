import { screens } from '#contract/kernel/screen.ts';

const heads = ['admin', 'superadmin'] as const;
const needs = { only: heads } as const;

export const careersScreens = screens({
  public: { at: '/careers', layouts: ['default'], needs: 'anyone', view: 'careers/public' },
  list: { at: 'careers', layouts: heads, needs, view: 'careers/list', menu: { group: 'platform', icon: 'Briefcase', order: 70 }, ours: true },
  applications: { at: 'careers/applications', layouts: heads, needs, view: 'careers/applications', ours: true },
});
