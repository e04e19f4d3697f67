import { defineModule } from '#contract/kernel/module.ts';
import { m } from '#words/messages.js';

export const intakeModule = defineModule({
  screens: {
    bring: {
      title: m.screens_intake_bring,
      at: 'properties/bring_excel',
      layouts: ['owner', 'agent'],
      needs: ['property', 'create'],
      view: 'intake/import-rent-roll',
      ours: true,
    },
  },
});
