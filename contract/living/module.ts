import { defineModule } from '#contract/kernel/module.ts';
import { m } from '#words/messages.js';

const tenancy = ['tenancy'] as const;

/** The tenant's dashboard for one lease: next dates, terms and documents. */
export const livingModule = defineModule({
  screens: {
    home: {
      title: m.living_title,
      at: '',
      layouts: tenancy,
      needs: 'signed-in',
      view: 'living/home',
      menu: { group: 'top', icon: 'HomeKey', order: 0 },
    },
    terms: {
      title: m.living_terms,
      at: 'details',
      layouts: tenancy,
      needs: 'signed-in',
      view: 'living/terms',
      menu: { group: 'top', icon: 'FileText', order: 10 },
    },
    files: {
      title: m.living_files,
      at: 'details/tenancy_files',
      layouts: tenancy,
      needs: 'signed-in',
      view: 'living/files',
      menu: { group: 'top', icon: 'Id', order: 20 },
    },
  },
});
