import { readFileSync } from 'node:fs';
import { shippedFile } from '../shipped-file.ts';

/** The pdfkit document. */
type Doc = PDFKit.PDFDocument;

export type Style = {
  /** In points. */
  size: number;
  weight?: 'regular' | 'semibold';
  color?: string;
  /** The maximum line length in points. */
  width: number;
  align?: 'left' | 'right';
  /** Digits of equal width, so that columns of figures align. */
  tabular?: boolean;
};

const FILES = { regular: 'inter-regular.ttf', semibold: 'inter-semibold.ttf', fallback: 'dejavu-sans.ttf' };
type Face = keyof typeof FILES;
type Run = { text: string; face: Face };

const LEADING = 1.42;
/** Inter's ascent, used for every font so that all share one baseline. */
const ASCENT = 0.97;

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const STRONG = /[\p{L}\p{N}]/u;
/** Characters that reorder the text around them or are invisible. */
const INVISIBLE = /[\p{Cc}\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;

/** A font as fontkit parsed it. */
type Parsed = { hasGlyphForCodePoint(codePoint: number): boolean };

/** Cached between documents: parsing a font takes longer than laying out a page. */
const parsed = new Map<Face, Parsed>();

/** Registers a font with the document; the first call reads its file. */
function register(doc: Doc, face: Face): Parsed {
  const known = parsed.get(face);
  const source = known ?? readFileSync(shippedFile(`server/documents/fonts/${FILES[face]}`));
  // pdfkit also accepts a parsed font, and has the current one in `_font`. Its types declare neither.
  const fonts = doc as unknown as {
    registerFont(name: string, source: Buffer | Parsed): unknown;
    _font: { font: Parsed };
  };
  fonts.registerFont(face, source);
  doc.font(face);
  const { font } = fonts._font;
  parsed.set(face, font);
  return font;
}

/**
 * Writes text of any language into a document. Scripts that Inter lacks (Arabic, Hebrew, Armenian, Georgian and others)
 * are set in DejaVu Sans. Right-to-left lines run that way.
 */
export function typesetter(doc: Doc) {
  const opened = new Map<Face, Parsed>();

  function open(face: Face): Parsed {
    const font = opened.get(face) ?? register(doc, face);
    opened.set(face, font);
    return font;
  }

  /** Whether a font has every character of a grapheme. */
  function covers(face: Face, cluster: string): boolean {
    const font = open(face);
    return [...cluster].every((point) => font.hasGlyphForCodePoint(point.codePointAt(0) as number));
  }

  /** Splits a line into runs of one font. Blanks and punctuation stay with the text before them. */
  function runsOf(line: string, weight: Face): Run[] {
    const runs: Run[] = [];
    for (const { segment } of clusters.segment(line)) {
      const last = runs.at(-1);
      const follows = last && !STRONG.test(segment) && covers(last.face, segment);
      const face = follows
        ? last.face
        : covers(weight, segment) || !covers('fallback', segment)
          ? weight
          : 'fallback';
      if (last?.face === face) last.text += segment;
      else runs.push({ text: segment, face });
    }
    return runs;
  }

  /**
   * Without features pdfkit shapes and caches single words, which is fast but loses the order of right-to-left words.
   * With features it shapes a run as a whole.
   */
  function features({ face }: Run, { tabular }: Style): PDFKit.Mixins.OpenTypeFeatures[] | undefined {
    if (tabular) return ['tnum'];
    return face === 'fallback' ? [] : undefined;
  }

  function widthOf(line: string, style: Style): number {
    const widths = runsOf(line, style.weight ?? 'regular').map((run) =>
      doc
        .font(run.face)
        .fontSize(style.size)
        .widthOfString(run.text, { features: features(run, style) }),
    );
    return widths.reduce((sum, width) => sum + width, 0);
  }

  /** Splits text into lines that fit; a word that is too long is cut. */
  function linesOf(text: string, style: Style): string[] {
    const lines: string[] = [];
    for (const paragraph of text.normalize('NFC').split(/\r?\n/)) {
      let line = '';
      for (const word of paragraph.replace(INVISIBLE, '').split(/[ \t]+/)) {
        const longer = line ? `${line} ${word}` : word;
        if (widthOf(longer, style) <= style.width) {
          line = longer;
          continue;
        }
        if (line) lines.push(line);
        line = word;
        while (widthOf(line, style) > style.width) {
          const head = fitting(line, style);
          lines.push(head);
          line = line.slice(head.length);
        }
      }
      lines.push(line);
    }
    return lines;
  }

  function fitting(word: string, style: Style): string {
    let head = '';
    for (const { segment } of clusters.segment(word)) {
      if (head && widthOf(head + segment, style) > style.width) break;
      head += segment;
    }
    return head;
  }

  return {
    widthOf,
    /** The height of wrapped text in points. */
    heightOf: (text: string, style: Style) => linesOf(text, style).length * style.size * LEADING,
    /**
     * Writes wrapped text below a point.
     * @returns the top of the next line, in points from the top of the page
     */
    write(text: string, x: number, y: number, style: Style): number {
      let top = y;
      for (const line of linesOf(text, style)) {
        const isRightToLeft = RIGHT_TO_LEFT.test(/\p{L}/u.exec(line)?.[0] ?? '');
        const runs = runsOf(line, style.weight ?? 'regular');
        let left = style.align === 'right' ? x + style.width - widthOf(line, style) : x;
        for (const run of isRightToLeft ? runs.toReversed() : runs) {
          const shaping = { features: features(run, style) };
          doc
            .font(run.face)
            .fontSize(style.size)
            .fillColor(style.color ?? '#111827');
          doc.text(run.text, left, top + style.size * ASCENT, {
            ...shaping,
            lineBreak: false,
            baseline: 'alphabetic',
          });
          left += doc.widthOfString(run.text, shaping);
        }
        top += style.size * LEADING;
      }
      return top;
    },
  };
}

export type Typesetter = ReturnType<typeof typesetter>;
