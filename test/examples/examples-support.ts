import type { RoomExamples } from '#test/example-kinds.ts';

export const roomExamples: RoomExamples = {
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
