import { allRows, callerRows, companyRows, makeTableScope, noRows, ownRowsScope, regionRows, type TableScopes } from '#server/kernel/scope.ts';

export const notificationScopes: TableScopes = {
  notification: ownRowsScope(),
  notification_preference: ownRowsScope(),
  notification_setting: ownRowsScope(),
  notification_delivery: makeTableScope(noRows, { admin: allRows }),
  /** Visible to the sender and to platform staff. */
  notification_broadcast: makeTableScope(callerRows('created_by'), { admin: allRows }),
  /** The people to whom a sender may write: platform staff to all, a sub admin to their region, a company to its own people. */
  'person:audience': makeTableScope(companyRows(), { admin: allRows, subadmin: regionRows() }),
};
