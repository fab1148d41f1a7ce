declare module 'wawoff2/decompress.js' {
  /** Unpacks a WOFF2 file into an OpenType file. */
  export default function decompress(file: Uint8Array): Promise<Uint8Array>;
}

declare module 'linebreak' {
  /** The line break opportunities of a text by Unicode Standard Annex 14. */
  export default class LineBreaker {
    constructor(text: string);
    /** Positions are in UTF-16 units, behind the blank. */
    nextBreak(): { position: number; required: boolean } | null;
  }
}
