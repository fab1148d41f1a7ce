import type { InvoiceFacts } from './invoice-facts.ts';
import type { Style, Typesetter } from './typesetter.ts';

export const INK = '#111827';
export const QUIET = '#5b6472';
export const TINT = '#f6f7f9';
const RULE = '#e3e6eb';

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 48 };
export const INNER = PAGE.width - 2 * PAGE.margin;
export const RIGHT = PAGE.width - PAGE.margin;

/** A document that is being written. */
export type Page<F = InvoiceFacts> = {
  doc: PDFKit.PDFDocument;
  type: Typesetter;
  facts: F;
  /** Where the text of a page ends, in points from its top. The footer is below. */
  bottom: number;
};

export const quiet = (width: number, more: Partial<Style> = {}): Style => ({
  size: 9,
  color: QUIET,
  width,
  ...more,
});

export const plain = (width: number, more: Partial<Style> = {}): Style => ({
  size: 9.5,
  color: INK,
  width,
  ...more,
});

/** A text inside a sentence whose direction is its own: punctuation around it stays where the sentence has it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** Adds a page. Returns the top of its text. */
export function nextPage({ doc }: Pick<Page, 'doc'>): number {
  doc.addPage();
  return PAGE.margin;
}

/** Writes wrapped text that may continue on the next page. Returns the top of the next line. */
export function flow(page: Page<unknown>, text: string, x: number, y: number, style: Style): number {
  const height = page.type.lineHeight(style);
  let top = y;
  let rest = page.type.linesOf(text, style);
  while (rest.length > 0) {
    const room = Math.floor((page.bottom - top) / height);
    if (room < 1) top = nextPage(page);
    else {
      top = page.type.writeLines(rest.slice(0, room), x, top, style);
      rest = rest.slice(room);
    }
  }
  return top;
}

export function rule(doc: PDFKit.PDFDocument, y: number, from = PAGE.margin): void {
  doc.lineWidth(0.75).moveTo(from, y).lineTo(RIGHT, y).stroke(RULE);
}
