import { screens } from '#contract/kernel/screen.ts';

export const mapScreens = screens({
  search: { at: '/mapsearch', layouts: ['default'], needs: 'anyone', view: 'map/search', live: true },
  compare: { at: '/property/compare', layouts: ['default'], needs: 'anyone', view: 'compare/page', live: true },
});
