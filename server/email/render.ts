import { addressLines } from '../contract/address.ts';
import type { Language } from '../contract/enums.ts';
import type { Issuer } from '../documents/invoice-facts.ts';
import { renderHtml } from './html.tsx';
import { senderAddress } from './mail-server.ts';
import type { EmailContent, EmailMessage, Signature } from './message.ts';
import { renderPlainText } from './plain-text.ts';

/** Renders an email of the provider. Replies go to the email address of its organisation. */
export async function renderEmail(
  content: EmailContent,
  issuer: Issuer,
  to: string,
  { language = 'en', logo = null }: { language?: Language; logo?: Signature['logo'] } = {},
): Promise<EmailMessage> {
  const signature: Signature = {
    name: issuer.name,
    legalName: issuer.legalName,
    lines: [
      addressLines(issuer).join(', '),
      [issuer.email, issuer.phone, issuer.website].filter(Boolean).join(' · '),
    ].filter((line) => line !== ''),
    isSandbox: !issuer.livemode,
    language,
    logo,
  };
  return {
    from: { name: issuer.name, address: senderAddress },
    to,
    replyTo: issuer.email,
    subject: content.subject.replaceAll('\u00a0', ' '),
    html: await renderHtml(content, signature),
    text: renderPlainText(content, signature),
  };
}
