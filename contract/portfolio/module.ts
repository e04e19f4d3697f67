import { defineModule } from '#contract/kernel/module.ts';
import { m } from '#words/messages.js';

/** Import of a landlord's tenancies from their own sheet. */
export const portfolioModule = defineModule({
  screens: {
    bring: {
      title: m.portfolio_title,
      at: 'tenancies/bring_tenancies',
      layouts: ['owner', 'agent', 'dealer'],
      needs: ['tenancies', 'create'],
      view: 'portfolio/import-tenancies',
      ours: true,
    },
  },
});
