import { publicScreens } from '#contract/kernel/screen.ts';

export const careersPublicScreens = publicScreens({
  public: { at: '/careers', view: 'careers/public' },
});
