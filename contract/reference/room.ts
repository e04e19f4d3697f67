import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import { supportNeeds } from './support.ts';

export const referenceRoom = room({
  screens: {
    support: {
      title: m.screens_reference_support,
      at: 'support_contacts',
      layouts: ['superadmin'],
      needs: supportNeeds,
      view: 'reference/support',
      menu: { group: 'platform', icon: 'Phone', order: 71 },
      ours: true,
    },
  },
});
