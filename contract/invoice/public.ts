import { publicScreens } from '#contract/kernel/screen.ts';

export const invoicePublic = publicScreens({
  /** Where whoever was sent the link reads what is asked for and pays it, signed in or not; `code` is the invoice's own key. */
  pay: { at: '/auth/invoice/:code/:id', secret: 'code', view: 'invoice/public', layout: 'invoice', session: 'either' },
});
