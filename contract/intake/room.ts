import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';

export const intakeRoom = room({
  screens: {
    bring: {
      title: m.screens_intake_bring,
      at: 'properties/bring_excel',
      layouts: ['owner', 'agent'],
      needs: ['property', 'create'],
      view: 'intake/bring',
      ours: true,
    },
  },
});
