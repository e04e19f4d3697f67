import type { FastifyInstance } from 'fastify';
import { send } from '#test/client.ts';
import type { House } from '#test/db.ts';
import { told } from '#test/jobs.ts';

const pair = (cookie: string) => cookie.split(';')[0] ?? '';

/** Signing in with a number and the code that is texted to it, as the forms of the pages do, in one browser; `guess` is another's. */
export function byPhoneOf(house: House, app: () => FastifyInstance) {
  async function form(path: string, fields: Record<string, string>, cookie = '') {
    const csrf = await send(app(), '/api/auth/csrf', { cookie });
    const all = [cookie, ...csrf.cookies.map(pair)].filter(Boolean).join('; ');
    const answer = await send(app(), path, { method: 'POST', cookie: all, form: { csrfToken: csrf.json.csrfToken, json: 'true', ...fields } });
    return { ...answer, cookie: [all, ...answer.cookies.map(pair)].join('; ') };
  }
  const asked = new Map<string, string>();
  const jar = (cookie: string) => [cookie, ...asked.values()].filter(Boolean).join('; ');
  const codes = async (phone: string) =>
    (await told(house, 'security.phone_code'))
      .filter((one) => (one.to as unknown as { phone: string }).phone === phone)
      .map((one) => one.params.code ?? '');
  return {
    ask: async (fields: Record<string, string>, cookie = '') => {
      const answer = await form('/api/auth/signin/phone', fields, cookie);
      for (const one of answer.cookies.map(pair).filter((kept) => kept.includes('.asked.'))) asked.set(one.split('=')[0] ?? '', one);
      return answer;
    },
    come: (fields: Record<string, string>, cookie = '') => form('/api/auth/callback/phone', fields, jar(cookie)),
    guess: (fields: Record<string, string>, cookie = '') => form('/api/auth/callback/phone', fields, cookie),
    codes,
    lastCode: async (phone: string) => (await codes(phone)).at(-1) ?? '',
  };
}
export type ByPhone = ReturnType<typeof byPhoneOf>;
