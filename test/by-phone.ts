import type { FastifyInstance } from 'fastify';
import { send } from './client.ts';
import type { House } from './db.ts';
import { told } from './jobs.ts';

const pair = (cookie: string) => cookie.split(';')[0] ?? '';

/** Signing in with a number and the code that is texted to it, as the forms of the pages do. */
export function byPhoneOf(house: House, app: () => FastifyInstance) {
  async function form(path: string, fields: Record<string, string>, cookie = '') {
    const csrf = await send(app(), '/api/auth/csrf', { cookie });
    const all = [cookie, ...csrf.cookies.map(pair)].filter(Boolean).join('; ');
    const answer = await send(app(), path, { method: 'POST', cookie: all, form: { csrfToken: csrf.json.csrfToken, json: 'true', ...fields } });
    return { ...answer, cookie: [all, ...answer.cookies.map(pair)].join('; ') };
  }
  const codes = async (phone: string) =>
    (await told(house, 'security.phone_code'))
      .filter((one) => (one.to as unknown as { phone: string }).phone === phone)
      .map((one) => one.params.code ?? '');
  return {
    ask: (fields: Record<string, string>, cookie = '') => form('/api/auth/signin/phone', fields, cookie),
    come: (fields: Record<string, string>, cookie = '') => form('/api/auth/callback/phone', fields, cookie),
    codes,
    lastCode: async (phone: string) => (await codes(phone)).at(-1) ?? '',
  };
}
export type ByPhone = ReturnType<typeof byPhoneOf>;
