import { randomUUID } from 'node:crypto';
import { open, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A file that is on the disk until it has been read. */
export type TemporaryFile = { byteLength: number; read: () => Readable };

/** A file whose reading has not begun by then is deleted, in ms: a portal call has its name only. */
const UNREAD_MS = 60_000;

/**
 * Writes a text that may be longer than the memory to a file without a name, which a killed process does not leave behind.
 * @throws the error of the text, and of a full disk
 */
export async function writeTemporaryFile(text: AsyncIterable<string>): Promise<TemporaryFile> {
  const path = join(tmpdir(), `demarc-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    await writeFile(file, text);
    const { size } = await file.stat();
    const unread = setTimeout(() => void file.close(), UNREAD_MS).unref();
    const read = () => {
      clearTimeout(unread);
      return file.createReadStream({ start: 0 });
    };
    return { byteLength: size, read };
  } catch (error) {
    await file.close();
    throw error;
  }
}
