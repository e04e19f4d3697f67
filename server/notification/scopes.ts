import { allRows, callerRows, inRegion, noRows, ofCompany, ownRows, scopeOf, type TableScopes } from '#server/kernel/scope.ts';

export const notificationScopes: TableScopes = {
  notification: ownRows(),
  notification_preference: ownRows(),
  notification_setting: ownRows(),
  notification_delivery: scopeOf(noRows, { admin: allRows }),
  /** Visible to the sender and to platform staff. */
  notification_broadcast: scopeOf(callerRows('created_by'), { admin: allRows }),
  /** The people a sender may write to: the platform everyone, a subadmin their region, a company its own people. */
  'person:audience': scopeOf(ofCompany(), { admin: allRows, subadmin: inRegion() }),
};
