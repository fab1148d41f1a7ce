import { IncomingMessage, type ServerResponse } from 'node:http';

/** Parts of a body that may be of any size. */
const ANY_SIZE = 1_024;

/** The least bytes that the others have on average. Each part costs some µs of the thread, also of a body without a reader. */
const LEAST_BYTES = 64;

/** The most bytes of a body that come after the answer: more than the largest file, whose client may read the answer last. */
const MAX_AFTER_ANSWER = 32 * 1024 * 1024;

/** A request whose connection ends where its body comes in very many small parts, or does not end after the answer. */
export class IncomingRequest extends IncomingMessage {
  /** Its answer, once it is this request's turn. */
  answer: ServerResponse | undefined;
  private parts = 0;
  private bytes = 0;
  private mostBytes = Number.POSITIVE_INFINITY;
  private isUpgrade = false;

  /**
   * Node reads nothing behind a request with `Upgrade`, nor, by this, behind the end of the connection. Otherwise it reads all that has
   * arrived in one turn.
   */
  get upgrade(): boolean {
    return this.isUpgrade || this.socket.destroyed;
  }

  set upgrade(isUpgrade: boolean) {
    this.isUpgrade = isUpgrade;
  }

  override push(part: Buffer | null, encoding?: BufferEncoding): boolean {
    if (part !== null) {
      this.parts += 1;
      this.bytes += part.length;
      if (this.parts > ANY_SIZE + this.bytes / LEAST_BYTES || this.bytes > this.mostBytes)
        this.socket.destroy();
    }
    return super.push(part, encoding);
  }

  /** Discards the rest of the body. Node does so too, but does not show the parts that it discards. */
  discardRest(): void {
    if (this.complete) return;
    this.mostBytes = this.bytes + MAX_AFTER_ANSWER;
    this.resume();
  }
}
