import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Img,
  Preview,
  render,
  Section,
  Text,
} from 'react-email';
import { words } from '../messages/words.ts';
import type { EmailContent, Signature } from './message.ts';

const FONT = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const INK = '#111827';
const QUIET = '#566070';
const RULE = '#e5e7eb';
const TINT = '#f6f7f9';

const ACCENTS = { plain: '#1f5fd0', good: '#15803d', warning: '#a35200', alert: '#b91c1c' } as const;
const DARK_ACCENTS = { plain: '#8ab4ff', good: '#6ddc93', warning: '#ffbd6b', alert: '#ff9a9a' } as const;

/** Colours for clients with a dark mode. Clients without support for these rules invert the inline colours themselves. */
const dark = (tone: EmailContent['tone']) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #101317 !important; }
  .sheet { background-color: #191d23 !important; border-color: #2b313a !important; }
  .ink { color: #f1f3f6 !important; }
  .quiet { color: #a9b2bf !important; }
  .tint { background-color: #222831 !important; }
  .rule { border-color: #2b313a !important; }
  .accent { color: ${DARK_ACCENTS[tone]} !important; }
  .bar { background-color: ${DARK_ACCENTS[tone]} !important; }
  .logo { padding: 6px 8px !important; }
}
@media (max-width: 480px) { .sheet { border-radius: 0 !important; border-width: 0 !important; } .inner > tbody > tr > td { padding: 24px 20px !important; } }`;

const text = { margin: 0, fontFamily: FONT, fontSize: '15px', lineHeight: '24px', color: INK };
const small = { ...text, fontSize: '13px', lineHeight: '20px', color: QUIET };

function Layout({ content, signature }: { content: EmailContent; signature: Signature }) {
  const accent = ACCENTS[content.tone];
  return (
    <Html lang={signature.language}>
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{dark(content.tone)}</style>
      </Head>
      <Preview>{content.preview}</Preview>
      <Body className="page" style={{ margin: 0, padding: '32px 0', backgroundColor: '#f0f2f5' }}>
        <Container
          className="sheet"
          style={{
            maxWidth: '560px',
            backgroundColor: '#ffffff',
            border: `1px solid ${RULE}`,
            borderRadius: '10px',
            overflow: 'hidden',
          }}
        >
          <Section
            className="bar"
            style={{ backgroundColor: accent, height: '4px', lineHeight: '4px', fontSize: '1px' }}
          >
            {'\u00a0'}
          </Section>
          <Section className="inner" style={{ padding: '28px 36px 32px' }}>
            <Text
              className="ink"
              style={{ ...text, fontWeight: 600, fontSize: '16px', marginBottom: '26px' }}
            >
              {signature.logo ? (
                <Logo {...signature.logo} name={signature.name} />
              ) : (
                <bdi>{signature.name}</bdi>
              )}
            </Text>
            <Text
              className="accent"
              style={{ ...small, color: accent, fontWeight: 600, marginBottom: '4px' }}
            >
              {content.topic}
            </Text>
            <Heading
              as="h1"
              className="ink"
              style={{
                ...text,
                fontSize: content.amount ? '30px' : '24px',
                lineHeight: '36px',
                fontWeight: 700,
              }}
            >
              {content.amount ?? content.headline}
            </Heading>
            {content.amount && (
              <Text className="quiet" style={{ ...text, color: QUIET }}>
                {content.headline}
              </Text>
            )}
            <Hr className="rule" style={{ border: 0, borderTop: `1px solid ${RULE}`, margin: '22px 0' }} />
            {content.paragraphs.map((paragraph) => (
              <Text key={paragraph} className="ink" style={{ ...text, marginBottom: '14px' }}>
                {paragraph}
              </Text>
            ))}
            <Rows rows={content.rows} />
            {content.link && (
              <Section style={{ marginTop: '24px' }}>
                <Button
                  href={content.link.url}
                  style={{
                    ...text,
                    padding: '11px 22px',
                    borderRadius: '8px',
                    backgroundColor: accent,
                    color: '#ffffff',
                    fontWeight: 600,
                    textDecoration: 'none',
                  }}
                >
                  {content.link.label}
                </Button>
                <Text className="quiet" style={{ ...small, marginTop: '14px', wordBreak: 'break-all' }}>
                  {content.link.url}
                </Text>
              </Section>
            )}
            {content.next && content.next.lines.length > 0 && (
              <Section
                className="tint"
                style={{
                  backgroundColor: TINT,
                  borderRadius: '8px',
                  padding: '16px 18px',
                  marginTop: '22px',
                }}
              >
                <Heading as="h2" className="ink" style={{ ...text, fontWeight: 600, marginBottom: '4px' }}>
                  {content.next.title}
                </Heading>
                {content.next.lines.map((line) => (
                  <Text
                    key={line}
                    dir="auto"
                    className="ink"
                    style={{ ...text, fontSize: '14px', lineHeight: '22px' }}
                  >
                    {line}
                  </Text>
                ))}
              </Section>
            )}
          </Section>
        </Container>
        <Container style={{ maxWidth: '560px' }}>
          <Section style={{ padding: '18px 36px 0' }}>
            <Text className="quiet" style={{ ...small, fontWeight: 600 }}>
              <bdi>{signature.legalName ?? signature.name}</bdi>
            </Text>
            {signature.lines.map((line) => (
              <Text key={line} className="quiet" style={small}>
                <bdi>{line}</bdi>
              </Text>
            ))}
            {signature.isSandbox && (
              <Text className="quiet" style={{ ...small, marginTop: '10px' }}>
                {words[signature.language].test}
              </Text>
            )}
          </Section>
        </Container>
      </Body>
    </Html>
  );
}

/** The largest logo, in pixels. */
const MAX_LOGO = { width: 220, height: 44 };

function Logo({ src, width, height, name }: { src: string; width: number; height: number; name: string }) {
  const scale = Math.min(1, MAX_LOGO.width / width, MAX_LOGO.height / height);
  return (
    <Img
      src={src}
      alt={name}
      width={Math.round(width * scale)}
      height={Math.round(height * scale)}
      className="logo"
      // A logo for white paper may be dark and transparent.
      style={{ backgroundColor: '#ffffff', borderRadius: '6px' }}
    />
  );
}

function Rows({ rows }: Pick<EmailContent, 'rows'>) {
  const cell = {
    fontFamily: FONT,
    fontSize: '14px',
    lineHeight: '20px',
    padding: '9px 0',
    verticalAlign: 'top',
  };
  const line = { borderBottom: `1px solid ${RULE}` };
  return (
    <table
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ borderCollapse: 'collapse', marginTop: '8px' }}
    >
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label}>
            <th
              scope="row"
              className="quiet rule"
              style={{
                ...cell,
                ...line,
                color: QUIET,
                fontWeight: 400,
                textAlign: 'left',
                paddingRight: '16px',
              }}
            >
              {label}
            </th>
            <td
              className="ink rule"
              style={{
                ...cell,
                ...line,
                color: INK,
                fontWeight: 500,
                textAlign: 'right',
                wordBreak: 'break-word',
              }}
            >
              <bdi>{value}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Renders the HTML part. It loads nothing from elsewhere: the logo comes with the email. */
export function renderHtml(content: EmailContent, signature: Signature): Promise<string> {
  return render(<Layout content={content} signature={signature} />);
}
