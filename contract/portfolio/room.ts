import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';

/** A landlord's whole portfolio of tenancies from the sheet they come with. */
export const portfolioRoom = room({
  screens: {
    bring: {
      title: m.portfolio_title,
      at: 'tenancies/bring_tenancies',
      layouts: ['owner', 'agent', 'dealer'],
      needs: ['tenancies', 'create'],
      view: 'portfolio/bring',
      ours: true,
    },
  },
});
