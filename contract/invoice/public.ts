import { publicScreens } from '#contract/kernel/screen.ts';

export const invoicePublicScreens = publicScreens({
  /** The public page: anyone with the link reads and pays the invoice, signed in or not. `code` is the invoice's own token. */
  pay: { at: '/auth/invoice/:code/:id', secret: 'code', view: 'invoice/public', layout: 'invoice', session: 'either' },
});
