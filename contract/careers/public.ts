import { publicScreens } from '#contract/kernel/screen.ts';

export const careersPublic = publicScreens({
  public: { at: '/careers', view: 'careers/public' },
});
