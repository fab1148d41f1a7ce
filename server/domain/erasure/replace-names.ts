/** A word, or one character between words. A name is a row of such pieces, so that it is never a part of a word. */
const PIECE = /[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu;
const IS_WORD = /^[\p{L}\p{N}_]/u;

/** The names that begin with the same pieces. */
type Branch = { next: Map<string, Branch>; isName: boolean };

const newBranch = (): Branch => ({ next: new Map(), isName: false });

/** A piece in any case. The small sigma at the end of a word is the same letter. */
const folded = (piece: string) => piece.toLowerCase().replaceAll('ς', 'σ');

/**
 * Replaces names in texts, as whole words and in any case; of names that begin at one place, the longest. The time does not grow with
 * the number of names, as that of a regular expression with all of them would: hundreds of names exhaust its memory.
 */
export function replacerOf(names: readonly string[], by: string): (text: string) => string {
  const root = newBranch();
  for (const name of names) {
    let branch = root;
    for (const piece of name.match(PIECE) ?? []) {
      const next = branch.next.get(folded(piece)) ?? newBranch();
      branch.next.set(folded(piece), next);
      branch = next;
    }
    branch.isName = branch !== root;
  }
  if (root.next.size === 0) return (text) => text;
  return (text) => {
    const pieces = text.match(PIECE) ?? [];
    let replaced = '';
    for (let i = 0; i < pieces.length; ) {
      const end = isAtWordsEnd(pieces, i) ? endOfName(root, pieces, i) : i;
      replaced += end > i ? by : pieces[i];
      i = Math.max(end, i + 1);
    }
    return replaced;
  };
}

/** Whether the piece does not continue a word: two words are never side by side. */
function isAtWordsEnd(pieces: readonly string[], i: number): boolean {
  return i === 0 || IS_WORD.test(pieces[i] ?? '') || !IS_WORD.test(pieces[i - 1] ?? '');
}

/** The index behind the longest name that begins with a piece; that of the piece without one. */
function endOfName(root: Branch, pieces: readonly string[], from: number): number {
  let branch: Branch | undefined = root;
  let end = from;
  for (let i = from; i < pieces.length; i++) {
    branch = branch.next.get(folded(pieces[i] ?? ''));
    if (!branch) break;
    const isWhole = IS_WORD.test(pieces[i] ?? '') || !IS_WORD.test(pieces[i + 1] ?? '');
    if (branch.isName && isWhole) end = i + 1;
  }
  return end;
}
