import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type CarrierBehaviour = 'kind' | 'refusing' | 'busy' | 'slow' | 'dropping';
export type ReceivedMail = { readonly to: string; readonly raw: string };

/** A real mail server on this machine that can be set to accept, refuse, delay or hang up. */
export async function startMailServer(port = 0) {
  const mails: ReceivedMail[] = [];
  let mood: CarrierBehaviour = 'kind';
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(_address, _session, done) {
      if (mood === 'refusing') return done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
      if (mood === 'busy') return done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
      return done();
    },
    onData(stream, session, done) {
      let raw = '';
      stream.on('data', (chunk) => {
        raw += chunk;
      });
      stream.on('end', () => {
        if (mood === 'slow') return;
        if (mood === 'dropping') {
          server.connections.forEach((connection: { close(): void }) => void connection.close());
          return;
        }
        mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const at = (server.server.address() as AddressInfo).port;
  return {
    mails,
    port: at,
    url: `smtp://127.0.0.1:${at}`,
    be: (next: CarrierBehaviour) => {
      mood = next;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type ReceivedSms = { readonly apiKey: string | undefined; readonly form: Record<string, string> };

/** Speaks Africa's Talking's JSON; answers with a given status code, or with a bare HTTP error. */
export async function startSmsServer() {
  const messages: ReceivedSms[] = [];
  let code = 101;
  let http = 201;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(body));
      if (http !== 201) return response.writeHead(http).end('The supplied authentication is invalid');
      messages.push({ apiKey: request.headers.apikey?.toString(), form });
      const recipient = {
        statusCode: code,
        number: form.to,
        status: code === 101 ? 'Success' : 'Refused',
        cost: 'KES 0.8000',
        messageId: `ATXid_${messages.length}`,
      };
      return response
        .writeHead(201, { 'content-type': 'application/json' })
        .end(JSON.stringify({ SMSMessageData: { Message: 'Sent to 1/1 Total Cost: KES 0.8000', Recipients: [recipient] } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    messages,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/version1/messaging`,
    answer: (next: { code?: number; http?: number }) => {
      code = next.code ?? 101;
      http = next.http ?? 201;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
