import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMailServer, startSmsServer } from '#test/servers/carrier-servers.ts';
import { makeAfricasTalkingCarrier } from './carriers/africas-talking.ts';
import { MessageCarrierError } from './carriers/carrier.ts';
import { makeSmtpCarrier } from './carriers/smtp.ts';

const mail = { key: 'k1', to: 'a@makao.test', subject: 'Habari', text: 'Words', html: '<p>Words</p>' };
const problemOf = (sent: Promise<unknown>): Promise<MessageCarrierError> =>
  sent.then(
    () => Promise.reject(new Error('it went')),
    (problem: MessageCarrierError) => problem,
  );

describe('SMTP email', () => {
  let server: Awaited<ReturnType<typeof startMailServer>>;
  const short = { connectionTimeout: 500, greetingTimeout: 500, socketTimeout: 500 };
  const carrier = (limits = {}) => makeSmtpCarrier(server.url, 'Makao <no-reply@makao.test>', limits);
  beforeAll(async () => {
    server = await startMailServer();
  });
  afterAll(() => server.close());

  test('is sent as text and HTML with a Message-ID derived from its key', async () => {
    server.be('kind');
    const first = await carrier().send(mail);
    expect(await carrier().send(mail)).toBe(first);
    const raw = server.mails[0]?.raw ?? '';
    for (const part of ['Subject: Habari', 'text/plain', 'text/html', `Message-ID: ${first}`, 'From: Makao <no-reply@makao.test>'])
      expect(raw).toContain(part);
  });

  test.each([
    ['refusing', true],
    ['busy', false],
    ['slow', false],
    ['dropping', false],
  ] as const)('reports a failure of a mail server in mode "%s" (permanent: %s)', async (mood, lasting) => {
    server.be(mood);
    const problem = await problemOf(carrier(mood === 'slow' ? short : {}).send(mail));
    expect(problem).toBeInstanceOf(MessageCarrierError);
    expect(problem.lasting).toBe(lasting);
  });

  test('reports an unreachable server as a temporary failure', async () => {
    expect((await problemOf(makeSmtpCarrier('smtp://127.0.0.1:9', 'a@b.test').send(mail))).lasting).toBe(false);
  });
});

describe("Africa's Talking SMS", () => {
  let server: Awaited<ReturnType<typeof startSmsServer>>;
  const carrier = () => makeAfricasTalkingCarrier({ url: server.url, username: 'sandbox', apiKey: 'key', from: 'MAKAO' });
  const sms = { ...mail, to: '+254711000111', text: 'Makao: hello' };
  beforeAll(async () => {
    server = await startSmsServer();
  });
  afterAll(() => server.close());

  test("sends the form that Africa's Talking documents and returns the message id", async () => {
    expect(await carrier().send(sms)).toBe('ATXid_1');
    expect(server.messages[0]).toEqual({
      apiKey: 'key',
      form: { username: 'sandbox', to: '+254711000111', message: 'Makao: hello', bulkSMSMode: '1', enqueue: '1', from: 'MAKAO' },
    });
  });

  test.each([
    [{ code: 403 }, true],
    [{ code: 406 }, true],
    [{ code: 405 }, false],
    [{ code: 502 }, false],
    [{ http: 401 }, false],
    [{ http: 503 }, false],
  ])('reports the response %o as a failure (permanent: %s)', async (answer, lasting) => {
    server.answer(answer);
    expect((await problemOf(carrier().send(sms))).lasting).toBe(lasting);
  });
});
