import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import { clock } from '#contract/time/clock.ts';
import { makeSealer, type PdfSealer } from './cms.ts';

const years = 10;
const pem = (bytes: ArrayBuffer, name: string): string =>
  `-----BEGIN ${name}-----\n${Buffer.from(bytes)
    .toString('base64')
    .replace(/(.{64})/g, '$1\n')}\n-----END ${name}-----\n`;

/** A self-signed certificate: it proves that no byte was changed, but not the identity of the signer. */
async function selfMade(name: string): Promise<{ key: string; certificate: string }> {
  x509.cryptoProvider.set(crypto);
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]), modulusLength: 3072 };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const from = clock.now();
  const until = new Date(from);
  until.setUTCFullYear(from.getUTCFullYear() + years);
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name} seal, O=${name}, C=KE`,
    notBefore: from,
    notAfter: until,
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation, true),
    ],
  });
  return { key: pem(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY'), certificate: made.toString('pem') };
}

type Given = { readonly dataDir: string; readonly key?: string | undefined; readonly certificate?: string | undefined; readonly name: string };
const opened = new Map<string, Promise<PdfSealer>>();
/** Reads a PEM text from the setting itself, or from the file at this path. */
const textOf = (given: string): string => (given.includes('-----BEGIN') ? given.replaceAll('\\n', '\n') : readFileSync(given, 'utf8'));

/** Opens the operator's certificate, otherwise a self-signed one that is created on first use and stored in the data directory. */
export function openSealer({ dataDir, key, certificate, name }: Given): Promise<PdfSealer> {
  const at = key && certificate ? `${key}${certificate}` : dataDir;
  const known = opened.get(at);
  if (known) return known;
  const made = (async () => {
    if (key && certificate) return makeSealer(textOf(key), textOf(certificate));
    const file = join(dataDir, 'seal.pem');
    if (!existsSync(file)) {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      const own = await selfMade(name);
      const half = `${file}.${process.pid}.${randomUUID()}`;
      writeFileSync(half, own.key + own.certificate, { mode: 0o600 });
      // The first process that writes the file atomically keeps its key, so that all sealed documents have one signer.
      try {
        linkSync(half, file);
      } catch (why) {
        if ((why as NodeJS.ErrnoException).code !== 'EEXIST') throw why;
      } finally {
        unlinkSync(half);
      }
    }
    const both = readFileSync(file, 'utf8');
    return makeSealer(both.slice(0, both.indexOf('-----BEGIN CERTIFICATE')), both);
  })();
  opened.set(at, made);
  made.catch(() => opened.delete(at));
  return made;
}
