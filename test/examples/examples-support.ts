import type { ModuleExamples } from '#test/example-kinds.ts';

export const moduleExamples: ModuleExamples = {
  examples: {
    'support.contacts': async () => ({}),
    'support.save': async ({ database: { db } }) => ({
      phone: '0712 345 678',
      whatsapp: '',
      email: 'support@makao.test',
      hours_en: 'Monday to Friday',
      hours_sw: 'Jumatatu hadi Ijumaa',
      revision: (await db.selectFrom('support_contact').select('revision').executeTakeFirst())?.revision ?? 0,
    }),
  },
};
