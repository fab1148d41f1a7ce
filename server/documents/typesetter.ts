import { readFileSync } from 'node:fs';
import { shippedFile } from '../shipped-file.ts';

/** The document of pdfkit, as far as setting text goes. */
type Doc = PDFKit.PDFDocument;

export type Style = {
  /** In points. */
  size: number;
  weight?: 'regular' | 'semibold';
  color?: string;
  /** Where lines end, in points from where they begin. */
  width: number;
  align?: 'left' | 'right';
  /** Digits of one width, so that columns of figures stand straight. */
  tabular?: boolean;
};

const FILES = { regular: 'inter-regular.ttf', semibold: 'inter-semibold.ttf', fallback: 'dejavu-sans.ttf' };
type Face = keyof typeof FILES;
type Run = { text: string; face: Face };

const LEADING = 1.42;
/** Inter's ascent, which puts every face of a line on one baseline. */
const ASCENT = 0.97;

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const STRONG = /[\p{L}\p{N}]/u;
/** What would turn the text around it, or cannot be seen. */
const INVISIBLE = /[\p{Cc}\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;

/** A face as fontkit read it. */
type Parsed = { hasGlyphForCodePoint(codePoint: number): boolean };

/** Kept between documents: reading a font and its rules takes longer than setting a page. */
const parsed = new Map<Face, Parsed>();

/** Gives the document a face under its own name; the first one reads the file. */
function register(doc: Doc, face: Face): Parsed {
  const known = parsed.get(face);
  const source = known ?? readFileSync(shippedFile(`server/documents/fonts/${FILES[face]}`));
  // pdfkit also takes a font that is read already; its types do not know.
  doc.registerFont(face, source as never);
  const { font } = (doc.font(face) as unknown as { _font: { font: Parsed } })._font;
  parsed.set(face, font);
  return font;
}

/**
 * Sets text of any language into a document. Names come from everywhere: what Inter has no letters for (Arabic,
 * Hebrew, Armenian, Georgian and others) is set in DejaVu Sans, and lines that begin from the right run that way.
 */
export function typesetter(doc: Doc) {
  const opened = new Map<Face, Parsed>();

  function open(face: Face): Parsed {
    const font = opened.get(face) ?? register(doc, face);
    opened.set(face, font);
    return font;
  }

  /** Whether a face has every letter of a cluster. */
  function covers(face: Face, cluster: string): boolean {
    const font = open(face);
    return [...cluster].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) as number));
  }

  /** A line in pieces of one face each. Blanks and punctuation stay with what they follow. */
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
   * Without features pdfkit shapes word by word and remembers the words, which is quick, and loses the order of
   * words that run from the right; with some it shapes a run as a whole.
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

  /** Text in lines that fit; a word too long for one is cut. */
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
    /** How much room text takes downwards, in points. */
    heightOf: (text: string, style: Style) => linesOf(text, style).length * style.size * LEADING,
    /**
     * Writes text from a point downwards, wrapped.
     * @returns where the next line begins, in points from the top
     */
    write(text: string, x: number, y: number, style: Style): number {
      let top = y;
      for (const line of linesOf(text, style)) {
        const isFromRight = RIGHT_TO_LEFT.test(/\p{L}/u.exec(line)?.[0] ?? '');
        const runs = runsOf(line, style.weight ?? 'regular');
        let left = style.align === 'right' ? x + style.width - widthOf(line, style) : x;
        for (const run of isFromRight ? runs.toReversed() : runs) {
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
