import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import type { CredentialChange } from './links.ts';
import { identityPublic } from './public.ts';

export const identityRoom = room({
  screens: {
    ...identityPublic,
  },
  audits: { account: m.audit_document_account, session: m.audit_document_session, look: m.audit_document_look },
  groups: { security: m.notification_group_security, account: m.notification_group_account },
  events: {
    'account.verify_email': { group: 'account', channels: ['email'], always: true, params: payload<{ name: string }>() },
    'account.reset_password': { group: 'security', channels: ['email'], always: true, params: payload<{ name: string }>() },
    'account.passwordless_link': { group: 'security', channels: ['email'], always: true, params: payload<{ name: string }>() },
    'account.app_link': { group: 'account', channels: ['email', 'sms'], always: true, params: payload() },
    'security.password_changed': { group: 'security', channels: ['app', 'email'], type: 'warning', params: payload() },
    'security.credentials_changed': {
      group: 'security',
      channels: ['app', 'email'],
      always: true,
      type: 'warning',
      params: payload<{ what: CredentialChange }>(),
    },
    'security.payout_changed': {
      group: 'security',
      channels: ['app', 'email', 'sms'],
      always: true,
      type: 'warning',
      params: payload<{ where: string }>(),
    },
    'security.phone_code': { group: 'security', channels: ['sms'], always: true, params: payload<{ code: string; says: string }>() },
    'security.email_code': { group: 'security', channels: ['email'], always: true, params: payload<{ code: string; says: string }>() },
    'security.new_device': { group: 'security', channels: ['app', 'email'], type: 'warning', params: payload<{ agent: string; ip: string }>() },
    'security.looked_at': {
      group: 'security',
      channels: ['app', 'email'],
      always: true,
      type: 'warning',
      params: payload<{ name: string; reason: string }>(),
    },
    'account.closing': { group: 'account', channels: ['email'], always: true, params: payload<{ date: string }>() },
  },
  topics: {
    /** Looked up after the answer, so that the answer takes as long for a stranger. */
    'identity.password_forgotten': payload<{ email: string }>(),
    'identity.phone_code': payload<{ phone: string; challenge: string }>(),
  },
});
