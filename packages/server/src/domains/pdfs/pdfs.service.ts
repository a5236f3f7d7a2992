import { createHash } from 'node:crypto';
import { type PageRecord, readPage, slugOf } from '@lectern/document';
import { createCoalesce } from '../../kernel/coalesce.ts';
import type { FileRedirect, FileResponse } from '../../kernel/contract/file-response.ts';
import { ApiError, notFound, tooManyRequests } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import {
  PdfLimitError,
  PdfRenderError,
  PdfRendererClosedError,
  type RenderQueue,
} from '../../kernel/pdf-renderer.ts';
import type { RevisionSnapshot } from '../content/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import type { BooksService } from './books/books.service.ts';
import {
  countWaiting,
  deleteUnasked,
  findPdf,
  findPublisher,
  insertPdf,
  type PdfKey,
  type PdfRow,
  type PdfWish,
  updatePdf,
} from './pdfs.store.ts';

/** The jobs that make PDFs: short ones do not wait for long ones. */
export const PRINT: Readonly<Record<RenderQueue, string>> = { short: 'pdfs.print-short', long: 'pdfs.print' };

// As many pages as are mostly set in a few seconds; what takes longer all the same goes over to the long ones.
const SHORT_PAGES = 20;

// To be raised when books come to look or read differently.
const BOOK_VERSION = 4;
const HOUR_MS = 60 * 60 * 1000;
const KEPT_MS = 48 * HOUR_MS;
const MOST_WAITING = 20;
// What failed is tried again when somebody asks later: it may have been for want of memory at that moment.
const FAILED_MS = 5 * 60 * 1000;
const LOST_MS = HOUR_MS;
// Then whoever waits is sent to the same address again.
const HELD_MS = 20_000;
const MOST_BYTES = 512 * 1024 * 1024;

interface Dependencies
  extends Pick<
    Kernel,
    'db' | 'transaction' | 'clock' | 'jobs' | 'signing' | 'blobs' | 'pdfRenderer' | 'shutdown'
  > {
  readonly revisions: RevisionsService;
  readonly books: BooksService;
}

const sealOf = (name: string) => `pdf ${name}`;

/** PDFs: asked for at one moment, made in the background, fetched by whoever was given the address. */
export const createPdfsService = (deps: Dependencies) => {
  const { db, transaction, clock, jobs, signing, blobs, pdfRenderer, revisions, books, shutdown } = deps;
  const looks = createCoalesce<PdfRow | undefined>();

  const again = (tx: Parameters<typeof updatePdf>[0], key: PdfKey) =>
    updatePdf(tx, key, { state: 'waiting', hash: null, message: null, changed_at: clock.now() });

  const isDue = async ({ state, hash, organization_id, changed_at }: PdfRow): Promise<boolean> => {
    const age = clock.now().getTime() - changed_at.getTime();
    // Those who were to make it may be gone, more than once.
    if (state === 'waiting') return age > LOST_MS;
    if (state === 'failed') return age > FAILED_MS;
    if (hash === null || (await blobs.sizeOf(organization_id, hash)) === undefined) return true;
    await revisions.touchBlobs(organization_id, [hash]);
    return false;
  };

  const wishOf = async (
    from: RevisionSnapshot,
    note: string,
    page: string | undefined,
    only: boolean,
  ): Promise<PdfWish> => {
    const { space, revision } = from;
    const { title, logo_url } = await findPublisher(db, space.organization_id);
    return {
      root: revision.root,
      version: BOOK_VERSION,
      ...(page !== undefined && { page }),
      only,
      title: space.title,
      emoji: space.emoji,
      language: space.language ?? 'en',
      organization: title,
      logo: logo_url,
      note,
      date: revision.created_at.toISOString(),
    };
  };

  const pathOf = (key: PdfKey, title: string): string => {
    const name = `${[...slugOf(title)].slice(0, 60).join('') || 'book'}.pdf`;
    const until = clock.now().getTime() + HOUR_MS;
    const value = JSON.stringify([key.organization_id, key.space_id, key.name, until]);
    const seal = signing.sign(sealOf(name), Buffer.from(value).toString('base64url'));
    return `/pdfs/${seal}/${encodeURIComponent(name)}`;
  };

  /** Waits until a PDF is made, for a while, and not for a process that stops. */
  const settled = async (key: PdfKey): Promise<PdfRow> => {
    const until = Date.now() + HELD_MS;
    for (let pause = 100; ; pause = Math.min(1000, pause * 1.5)) {
      const row = await looks(key.name, () => findPdf(db, key));
      if (!row) throw notFound('PDF');
      if (row.state !== 'waiting' || shutdown.aborted || Date.now() >= until) return row;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };

  return {
    /** The path of a PDF of what is read; made in the background unless it is there. */
    ask: async (
      from: RevisionSnapshot,
      note: string,
      { page, only = false }: { page?: string; only?: boolean },
    ): Promise<string> => {
      const record: PageRecord | undefined = page === undefined ? undefined : await readPage(from.view, page);
      if (page !== undefined && (!record || !books.isPrinted(record))) throw notFound('page');
      const wish = await wishOf(from, note, page, page !== undefined && only);
      const name = createHash('sha256').update(JSON.stringify(wish)).digest('hex');
      const key = { organization_id: from.space.organization_id, space_id: from.space.id, name };
      const lane = (await books.hasMoreThan(SHORT_PAGES, key, wish)) ? 'long' : 'short';
      await transaction(async (tx) => {
        const { row, isNew } = await insertPdf(tx, key, wish, clock.now());
        const isOld = !isNew && (await isDue(row));
        if (!isNew && !isOld) return;
        if (isOld) await again(tx, key);
        if ((await countWaiting(tx, key.organization_id)) > MOST_WAITING) throw tooManyRequests(30);
        await jobs.enqueue(tx, PRINT[lane], key);
      });
      return pathOf(key, record?.title || from.space.title);
    },

    /** The PDF that an address stands for, while the address is good and the space is there. */
    download: async (seal: string, name: string): Promise<FileResponse | FileRedirect> => {
      const value = signing.verify(sealOf(name), seal);
      if (value === undefined) throw notFound('PDF');
      const [organization_id, space_id, hashed, until] = JSON.parse(
        Buffer.from(value, 'base64url').toString(),
      );
      const left = until - clock.now().getTime();
      if (left <= 0) throw notFound('PDF');
      const row = await settled({ organization_id, space_id, name: hashed });
      if (row.state === 'waiting') return { location: `/pdfs/${seal}/${encodeURIComponent(name)}` };
      if (row.state === 'failed') throw new ApiError(422, `The PDF could not be made: ${row.message}`);
      const hash = row.hash!;
      const size = await blobs.sizeOf(organization_id, hash);
      if (size === undefined) throw notFound('PDF');
      return {
        name,
        contentType: 'application/pdf',
        size,
        hash,
        maxAge: Math.floor(left / 1000),
        open: (range) => blobs.open(organization_id, hash, range),
      };
    },

    /** Makes a PDF that was asked for; one that was made in the meantime stays as it is. */
    print: async (key: PdfKey, lane: RenderQueue): Promise<void> => {
      const row = await findPdf(db, key);
      if (row?.state !== 'waiting') return;
      try {
        const book = await books.bookOf(key, row.wish);
        const received = await pdfRenderer.render(
          book,
          (pdf) => blobs.receive(key.organization_id, pdf, MOST_BYTES),
          lane,
        );
        await revisions.storeBlobs(key.organization_id, [received]);
        await updatePdf(db, key, {
          state: 'ready',
          hash: received.hash,
          message: null,
          changed_at: clock.now(),
        });
      } catch (error) {
        // A server that stops is no fault of what it was printing, and uses up nothing.
        if (error instanceof PdfRendererClosedError)
          return transaction((tx) => jobs.enqueue(tx, PRINT[lane], key));
        if (error instanceof PdfLimitError && lane === 'short')
          return transaction((tx) => jobs.enqueue(tx, PRINT.long, key));
        const isOurs = error instanceof PdfRenderError;
        const message = isOurs
          ? `this content ${error.message}; ask for one page of it instead`
          : 'something went wrong; ask again in some minutes';
        await updatePdf(db, key, { state: 'failed', hash: null, message, changed_at: clock.now() });
        if (!isOurs || error.detail !== undefined) throw error;
      }
    },

    /** Forgets what nobody asked for in two days; the bytes go like all that nothing refers to. */
    forget: () => deleteUnasked(db, new Date(clock.now().getTime() - KEPT_MS)),
  };
};

/** PDFs. */
export type PdfsService = ReturnType<typeof createPdfsService>;
