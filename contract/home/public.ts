import { publicScreens } from '#contract/kernel/screen.ts';

export const homePublic = publicScreens({
  public: { at: '/', view: 'home/public', live: true },
});
