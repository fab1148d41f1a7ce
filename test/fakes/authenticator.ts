import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** An authenticator app as of RFC 6238, made from the URI of a QR code or from its secret alone. */
export function authenticator(uri: string) {
  const secret = fromBase32(
    uri.startsWith('otpauth:') ? (new URL(uri).searchParams.get('secret') ?? '') : uri,
  );
  let last = 0;

  function codeOf(step: number): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(step));
    const mac = createHmac('sha1', secret).update(counter).digest();
    const at = (mac.at(-1) as number) & 15;
    return String((mac.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
  }

  return {
    /** The present code; after an earlier call the next one, which is accepted one step early. */
    code(): string {
      last = Math.max(Math.floor(Date.now() / STEP_MS), last + 1);
      return codeOf(last);
    },
    /** The code of another step, such as 2 steps ahead. */
    codeIn: (steps: number) => codeOf(Math.floor(Date.now() / STEP_MS) + steps),
    restart() {
      last = 0;
    },
  };
}
export type Authenticator = ReturnType<typeof authenticator>;
