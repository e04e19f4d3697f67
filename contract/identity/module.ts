import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { m } from '#words/messages.js';
import type { CredentialChange } from './links.ts';
import { identityPublicScreens } from './public.ts';

export const identityModule = defineModule({
  screens: {
    ...identityPublicScreens,
  },
  audits: { account: m.audit_document_account, session: m.audit_document_session, look: m.audit_document_look },
  groups: { security: m.notification_group_security, account: m.notification_group_account },
  events: {
    'account.verify_email': { group: 'account', channels: ['email'], always: true, params: definePayload<{ name: string }>() },
    'account.reset_password': { group: 'security', channels: ['email'], always: true, params: definePayload<{ name: string }>() },
    'account.passwordless_link': { group: 'security', channels: ['email'], always: true, params: definePayload<{ name: string }>() },
    'account.app_link': { group: 'account', channels: ['email', 'sms'], always: true, params: definePayload() },
    'security.password_changed': { group: 'security', channels: ['app', 'email'], type: 'warning', params: definePayload() },
    'security.credentials_changed': {
      group: 'security',
      channels: ['app', 'email'],
      always: true,
      type: 'warning',
      params: definePayload<{ what: CredentialChange }>(),
    },
    'security.payout_changed': {
      group: 'security',
      channels: ['app', 'email', 'sms'],
      always: true,
      type: 'warning',
      params: definePayload<{ where: string }>(),
    },
    'security.phone_code': { group: 'security', channels: ['sms'], always: true, params: definePayload<{ code: string; says: string }>() },
    'security.email_code': { group: 'security', channels: ['email'], always: true, params: definePayload<{ code: string; says: string }>() },
    'security.new_device': { group: 'security', channels: ['app', 'email'], type: 'warning', params: definePayload<{ agent: string; ip: string }>() },
    'security.looked_at': {
      group: 'security',
      channels: ['app', 'email'],
      always: true,
      type: 'warning',
      params: definePayload<{ name: string; reason: string }>(),
    },
    'account.closing': { group: 'account', channels: ['email'], always: true, params: definePayload<{ date: string }>() },
  },
  topics: {
    /** Looked up after the answer, so that the answer takes the same time for an unknown address. */
    'identity.password_forgotten': definePayload<{ email: string }>(),
    'identity.phone_code': definePayload<{ phone: string; challenge: string }>(),
  },
});
