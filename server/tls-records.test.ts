import { expect, test } from 'vitest';
import { createTlsRecords } from './tls-records.ts';

const record = (type: number, length: number) => {
  const header = Buffer.from([type, 3, 3, 0, 0]);
  header.writeUInt16BE(length, 3);
  return Buffer.concat([header, Buffer.alloc(length, 22)]);
};
const [CIPHER, HANDSHAKE, DATA] = [record(20, 1), 22, 23];

/** How many of the bytes pass, in parts of some length, and the fault that ends them. */
function read(bytes: Buffer, part: number) {
  const records = createTlsRecords();
  for (let at = 0; at < bytes.length; at += part) {
    const fault = records.faultOf(bytes.subarray(at, at + part));
    if (fault) return { fault };
  }
  return { fault: null };
}

test.each([1, 3, 5, 4_096])('handshakes of all versions and long data pass, in parts of %i bytes', (part) => {
  const data = [record(DATA, 16_400), record(DATA, 40), record(DATA, 0)];
  const of12 = [record(HANDSHAKE, 5_000), record(HANDSHAKE, 300), CIPHER, record(HANDSHAKE, 40)];
  const of13 = [record(HANDSHAKE, 122), CIPHER, record(DATA, 5_000)];
  const ofSecondHello = [record(HANDSHAKE, 88), CIPHER, record(HANDSHAKE, 240)];
  for (const handshake of [of12, of13, ofSecondHello])
    expect(read(Buffer.concat([...handshake, ...data, ...data]), part)).toEqual({ fault: null });
});

test.each([1, 7, 4_096])('a further handshake is a fault, in parts of %i bytes', (part) => {
  const begun = [record(HANDSHAKE, 500), CIPHER, record(HANDSHAKE, 40), record(DATA, 100)];
  const further = record(HANDSHAKE, 28);
  const alert = record(21, 26);
  expect(read(Buffer.concat([...begun, alert, alert]), part).fault).toBeNull();
  for (const more of [further, alert]) {
    const many = Array.from({ length: 12 }, () => more);
    expect(read(Buffer.concat([...begun, ...many]), part).fault).toMatch(/behind the first/);
  }
  expect(read(Buffer.concat([record(HANDSHAKE, 500), CIPHER, record(HANDSHAKE, 400)]), part).fault).toMatch(
    /behind/,
  );
});
