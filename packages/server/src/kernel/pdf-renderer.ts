import type { Readable } from 'node:stream';

/** Where a reference leads, as a book knows it. */
export interface BookTarget {
  readonly title?: string;
  /** A page of the book, and a place on it. */
  readonly page?: string;
  readonly anchor?: string;
  /** An address outside the book. */
  readonly href?: string;
  /** How many bytes there are to fetch, where it is a file. */
  readonly size?: number;
  /** The bytes of a picture, by a name that the book's pictures have. */
  readonly picture?: string;
}

/** A line that leads somewhere. */
export interface BookLine {
  readonly title: string;
  readonly target: BookTarget | undefined;
}

/** A page of a book. */
export interface BookPage {
  readonly id: string;
  /** How many pages stand above it. */
  readonly depth: number;
  readonly title: string;
  /** What the contents and the foot of its sheets call it, where that is something else. */
  readonly shortTitle?: string;
  readonly description?: string;
  readonly emoji?: string;
  /** What it says, as JSON text; absent where it only holds others together. */
  readonly document?: string;
  /** What the references on it lead to, by how they are stored. */
  readonly targets: Readonly<Record<string, BookTarget>>;
  /** The links below it, and the pages too where it says nothing itself. */
  readonly list?: readonly BookLine[];
}

/** All that a book is made of. */
export interface Book {
  readonly title: string;
  readonly language: string;
  /** What its first page says besides its title; a book of one page has none. */
  readonly cover?: {
    readonly organization: string;
    readonly note: string;
    readonly emoji?: string;
    /** The name of a picture. */
    readonly logo?: string;
    /** Links of the navigation that stand beside its pages. */
    readonly links?: readonly BookLine[];
  };
  readonly date: Date;
  /** The pages in reading order: made while the book is put together, so that not all are in memory at once. */
  readonly pages: AsyncIterable<BookPage>;
  /** The bytes of a picture; undefined where they cannot be had. */
  readonly picture: (name: string) => Promise<Readable | undefined>;
}

/** What printing took. */
export interface RenderCosts {
  readonly pageCount: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  /** The pages that could only be set without any form, and why. */
  readonly plain: readonly string[];
}

/** Where a book waits: short ones do so only for each other, and may take less. */
export type RenderQueue = 'short' | 'long';

/** Makes PDFs out of books. */
export interface PdfRenderer {
  /** Prints one book of a lane after the other and hands each over; refuses with PressError. */
  render<T>(
    book: Book,
    take: (pdf: Readable, costs: RenderCosts) => Promise<T>,
    queue: RenderQueue,
  ): Promise<T>;
  /** Ends what is being printed. */
  close(): Promise<void>;
}

/** The press was closed before a book was printed: it can be printed later, or elsewhere. */
export class PdfRendererClosedError extends Error {
  override readonly name = 'PressClosedError';
}

/** A book that could not be printed, and why, for whoever asked for it. */
export class PdfRenderError extends Error {
  override readonly name = 'PressError';
  readonly detail: string | undefined;

  constructor(message: string, detail?: string) {
    super(message);
    this.detail = detail;
  }
}

/** A book that takes more than its lane allows. */
export class PdfLimitError extends PdfRenderError {}
