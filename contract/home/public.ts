import { publicScreens } from '#contract/kernel/screen.ts';

export const homePublicScreens = publicScreens({
  public: { at: '/', view: 'home/public', live: true },
});
