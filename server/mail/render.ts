import { addressLines } from '../contract/address.ts';
import type { Issuer } from '../documents/invoice-pdf.ts';
import type { Letter, Signature, Words } from './letter.ts';
import { letterHtml } from './letter-html.tsx';
import { senderAddress } from './mail-server.ts';
import { plainText } from './plain-text.ts';

/** Puts words on the provider's paper: answers go to the address it gives its customers. */
export async function renderLetter(words: Words, issuer: Issuer, to: string): Promise<Letter> {
  const signature: Signature = {
    name: issuer.name,
    legalName: issuer.legalName,
    lines: [
      addressLines(issuer).join(', '),
      [issuer.email, issuer.phone, issuer.website].filter(Boolean).join(' · '),
    ].filter((line) => line !== ''),
    isSandbox: !issuer.livemode,
  };
  return {
    from: { name: issuer.name, address: senderAddress },
    to,
    replyTo: issuer.email,
    subject: words.subject.replaceAll('\u00a0', ' '),
    html: await letterHtml(words, signature),
    text: plainText(words, signature),
  };
}
