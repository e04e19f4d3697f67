import { defineModule } from '#contract/kernel/module.ts';
import { m } from '#words/messages.js';
import { jobApplicationMachine, vacancyMachine } from './machine.ts';
import { careersPublicScreens } from './public.ts';

const heads = ['admin', 'superadmin'] as const;
const needs = { only: heads, with: ['staff', 'read'] } as const;

export const careersModule = defineModule({
  screens: {
    ...careersPublicScreens,
    list: {
      title: m.screens_careers_list,
      at: 'careers',
      layouts: heads,
      needs,
      view: 'careers/list',
      menu: { group: 'platform', icon: 'Briefcase', order: 70 },
      ours: true,
    },
    applications: {
      title: m.screens_careers_applications,
      at: 'careers/applications',
      layouts: heads,
      needs,
      view: 'careers/applications',
      ours: true,
    },
  },
  machines: [vacancyMachine, jobApplicationMachine],
  audits: { careers: m.audit_document_careers },
});
