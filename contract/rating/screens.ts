import { screens } from '#contract/kernel/screen.ts';

const keepers = ['admin', 'superadmin'] as const;
const items = 'properties/rating_category/:id/rating_category_item';

export const ratingScreens = screens({
  categories: {
    at: 'properties/rating_category',
    layouts: keepers,
    needs: ['property_rating_categories', 'read'],
    view: 'rating/categories',
    menu: { group: 'platform', icon: 'Star', order: 25 },
  },
  items: { at: items, spelled: { superadmin: items }, layouts: keepers, needs: ['property_rating_categories', 'read'], view: 'rating/items' },
});
