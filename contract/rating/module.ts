import { defineModule } from '#contract/kernel/module.ts';
import { m } from '#words/messages.js';

const keepers = ['admin', 'superadmin'] as const;
const items = 'properties/rating_category/:id/rating_category_item';

export const ratingModule = defineModule({
  screens: {
    categories: {
      title: m.screens_rating_categories,
      at: 'properties/rating_category',
      layouts: keepers,
      needs: ['property_rating_categories', 'read'],
      view: 'rating/categories',
      menu: { group: 'platform', icon: 'Star', order: 25 },
    },
    items: {
      title: m.screens_rating_items,
      at: items,
      spelled: { superadmin: items },
      layouts: keepers,
      needs: ['property_rating_categories', 'read'],
      view: 'rating/items',
    },
  },
});
