import { publicScreens } from '#contract/kernel/screen.ts';

export const mapPublicScreens = publicScreens({
  search: { at: '/mapsearch', view: 'map/search', live: true },
  compare: { at: '/property/compare', view: 'compare/page', live: true },
});
