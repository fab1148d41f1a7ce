import { expect, test } from 'vitest';
import { messageReader } from './answers.ts';

function message(type: string, content = ''): Buffer {
  const head = Buffer.from(`${type}    `);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, Buffer.from(content)]);
}

const stream = Buffer.concat([
  message('Z', 'I'),
  // Contents that look like messages.
  message('D', 'Z\0\0\0\u0005IZ\0\0\0\u0005I'),
  message('1'),
  message('C', 'SELECT 1\0'),
  message('Z', 'T'),
  message('N', 'notice\0'),
  message('Z', 'I'),
]);

test('the types of messages are read wherever the chunks of the stream end', () => {
  for (let size = 1; size <= stream.length; size++) {
    const types: number[] = [];
    const notices: string[] = [];
    const read = messageReader(
      (type) => types.push(type),
      (fields) => notices.push(fields),
    );
    for (let at = 0; at < stream.length; at += size) read(stream.subarray(at, at + size));
    expect(notices, `chunks of ${size}`).toEqual(['notice\0']);
    expect(String.fromCharCode(...types), `chunks of ${size}`).toBe('ZD1CZNZ');
  }
});
