import { all, inRegion, mine, none, ofCompany, ownRows, type Scopes, scopeOf } from '#server/kernel/scope.ts';

export const notificationScopes: Scopes = {
  notification: ownRows(),
  notification_preference: ownRows(),
  notification_setting: ownRows(),
  notification_delivery: scopeOf(none, { admin: all }),
  /** Whoever sent it, and those who run the platform. */
  notification_broadcast: scopeOf(mine('created_by'), { admin: all }),
  /** Whom one may write to: the platform everybody, a subadmin the people of their region, a company its own people. */
  'person:audience': scopeOf(ofCompany(), { admin: all, subadmin: inRegion() }),
};
