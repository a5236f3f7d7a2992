import type { Readable } from 'node:stream';

/** The resolved target of a reference in a book. */
export interface BookTarget {
  readonly title?: string;
  /** A page of the book, and an anchor on it. */
  readonly page?: string;
  readonly anchor?: string;
  /** A URL outside the book. */
  readonly href?: string;
  /** The size of a file in bytes. */
  readonly size?: number;
  /** The name of an image of the book. */
  readonly picture?: string;
}

/** A line with a link. */
export interface BookLine {
  readonly title: string;
  readonly target: BookTarget | undefined;
}

/** A page of a book. */
export interface BookPage {
  readonly id: string;
  /** The number of its ancestors. */
  readonly depth: number;
  readonly title: string;
  /** The title for the table of contents and the footer, if it differs. */
  readonly shortTitle?: string;
  readonly description?: string;
  readonly emoji?: string;
  /** Its document as JSON text; absent for groups. */
  readonly document?: string;
  /** The targets of its references, by their stored form. */
  readonly targets: Readonly<Record<string, BookTarget>>;
  /** The links below it; of a page without content, also its subpages. */
  readonly list?: readonly BookLine[];
}

/** The input of the PDF renderer. */
export interface Book {
  readonly title: string;
  readonly language: string;
  /** The cover page; absent in a book of one page. */
  readonly cover?: {
    readonly organization: string;
    /** The name of a change request; the date of the version by default. */
    readonly note?: string;
    readonly emoji?: string;
    /** The name of an image. */
    readonly logo?: string;
    /** Links of the navigation. */
    readonly links?: readonly BookLine[];
  };
  readonly date: Date;
  /** The pages in reading order, generated on demand to limit memory. */
  readonly pages: AsyncIterable<BookPage>;
  /** The bytes of an image; undefined if it is unavailable. */
  readonly picture: (name: string) => Promise<Readable | undefined>;
}

/** The cost of a rendering. */
export interface RenderCosts {
  readonly pageCount: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  /** The pages that could only be rendered as plain text, and why. */
  readonly plain: readonly string[];
}

/** The queue of a book. Short books do not wait for long ones, and have lower limits. */
export type RenderQueue = 'short' | 'long';

/** Interface of the PDF renderer (implemented by `adapters/typst`). */
export interface PdfRenderer {
  /** Renders the books of a queue one after the other and passes each PDF to `take`; rejects with PdfRenderError. */
  render<T>(
    book: Book,
    take: (pdf: Readable, costs: RenderCosts) => Promise<T>,
    queue: RenderQueue,
  ): Promise<T>;
  /** Cancels running renderings. */
  close(): Promise<void>;
}

/** The renderer was closed before the PDF was done; it can be rendered later or by another process. */
export class PdfRendererClosedError extends Error {
  override readonly name = 'PdfRendererClosedError';
}

/** A failed rendering; the message is for the user who requested it. */
export class PdfRenderError extends Error {
  override readonly name = 'PdfRenderError';
  readonly detail: string | undefined;

  constructor(message: string, detail?: string) {
    super(message);
    this.detail = detail;
  }
}

/** A book that exceeds the limits of its queue. */
export class PdfLimitError extends PdfRenderError {}
