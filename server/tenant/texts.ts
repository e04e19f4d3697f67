import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

export const tenantTexts = withSmsTexts(
  {
    'tenant.number_gone': ({ company }) => ({
      heading: m.tenant_mail_number_gone_heading({ company }),
      message: m.tenant_mail_number_gone_message({ company }),
    }),
    'tenant.joined': ({ company, name }) => ({
      heading: m.tenant_mail_joined_heading({ company }),
      message: m.tenant_mail_joined_message({ company, name }),
    }),
  },
  {
    'tenant.number_gone': ({ company }) => m.tenant_sms_number_gone({ company }),
    'tenant.joined': ({ company, name }) => m.tenant_sms_joined({ company, name }),
  },
);
