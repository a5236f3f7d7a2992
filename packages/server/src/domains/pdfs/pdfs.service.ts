import { createHash } from 'node:crypto';
import { type PageRecord, readPage, slugOf } from '@lectern/document';
import { createCoalesce } from '../../kernel/coalesce.ts';
import type { FileRedirect, FileResponse } from '../../kernel/contract/file-response.ts';
import { ApiError, notFound, tooManyRequests } from '../../kernel/errors/errors.ts';
import { type JobName, jobName } from '../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import {
  PdfLimitError,
  PdfRenderError,
  PdfRendererClosedError,
  type RenderQueue,
} from '../../kernel/pdf-renderer.ts';
import type { RevisionSnapshot } from '../content/index.ts';
import type { RevisionsService, SpaceKey } from '../revisions/index.ts';
import type { BookBuilderService } from './book-builder.service.ts';
import {
  countWaiting,
  deleteNotRequestedSince,
  findPdf,
  findPublisher,
  insertPdf,
  type PdfKey,
  type PdfRequest,
  type PdfRow,
  updatePdf,
} from './pdfs.store.ts';

/** The jobs that render PDFs; short ones do not wait for long ones. */
export const RENDER_JOBS: Readonly<Record<RenderQueue, JobName<PdfKey>>> = {
  short: jobName('pdfs.render-short'),
  long: jobName('pdfs.render-long'),
};

// PDFs up to this many pages take a few seconds; those that take longer move to the long queue.
const SHORT_PAGES = 20;

// Raise it when the layout or content of PDFs changes.
const BOOK_VERSION = 6;
const HOUR_MS = 60 * 60 * 1000;
const UNUSED_MS = 48 * HOUR_MS;
const MAX_WAITING = 20;
// Failed PDFs are rendered again on later requests, since memory may have been short.
const RETRY_MS = 5 * 60 * 1000;
const ABANDONED_MS = HOUR_MS;
// After this time, the client is redirected to the same URL to keep waiting.
const MAX_WAIT_MS = 20_000;
const MAX_BYTES = 512 * 1024 * 1024;

interface Dependencies
  extends Pick<
    Kernel,
    'db' | 'transaction' | 'clock' | 'jobs' | 'signing' | 'blobs' | 'pdfRenderer' | 'shutdown'
  > {
  readonly revisions: RevisionsService;
  readonly bookBuilder: BookBuilderService;
}

/** What a visitor's PDF depends on. */
type VisitorPdf = Pick<PdfRequest, 'root' | 'page' | 'only' | 'title' | 'emoji' | 'language' | 'visitor'>;

const signingPurpose = (name: string) => `pdf ${name}`;

/** PDFs: requested, rendered in the background, and downloaded by a signed URL. */
export const createPdfsService = (deps: Dependencies) => {
  const { db, transaction, clock, jobs, signing, blobs, pdfRenderer, revisions, bookBuilder, shutdown } =
    deps;
  const coalesce = createCoalesce<PdfRow | undefined>();

  const markWaiting = (tx: Parameters<typeof updatePdf>[0], key: PdfKey) =>
    updatePdf(tx, key, { state: 'waiting', hash: null, message: null, changed_at: clock.now() });

  const isOutdated = async ({ state, hash, organization_id, changed_at }: PdfRow): Promise<boolean> => {
    const age = clock.now().getTime() - changed_at.getTime();
    // The process that rendered it may have died.
    if (state === 'waiting') return age > ABANDONED_MS;
    if (state === 'failed') return age > RETRY_MS;
    if (hash === null || (await blobs.sizeOf(organization_id, hash)) === undefined) return true;
    await revisions.touchBlobs(organization_id, [hash]);
    return false;
  };

  const toRequest = async (
    organizationId: string,
    of: Omit<PdfRequest, 'version' | 'organization' | 'logo'>,
  ): Promise<PdfRequest> => {
    const { title, logo_url } = await findPublisher(db, organizationId);
    return { version: BOOK_VERSION, organization: title, logo: logo_url, ...of };
  };

  /** Stores a request, and renders its PDF in the background unless it exists. */
  const store = async (space: Omit<PdfKey, 'name'>, request: PdfRequest): Promise<PdfKey> => {
    const name = createHash('sha256').update(JSON.stringify(request)).digest('hex');
    const key = { ...space, name };
    const queue = (await bookBuilder.hasMoreThan(SHORT_PAGES, key, request)) ? 'long' : 'short';
    await transaction(async (tx) => {
      const { row, isNew } = await insertPdf(tx, key, request, clock.now());
      const isExpired = !isNew && (await isOutdated(row));
      if (!isNew && !isExpired) return;
      if (isExpired) await markWaiting(tx, key);
      if ((await countWaiting(tx, key.organization_id)) > MAX_WAITING) throw tooManyRequests(30);
      await jobs.enqueue(tx, RENDER_JOBS[queue], key);
    });
    return key;
  };

  const pathOf = (key: PdfKey, title: string): string => {
    const name = `${[...slugOf(title)].slice(0, 60).join('') || 'book'}.pdf`;
    const until = clock.now().getTime() + HOUR_MS;
    const value = JSON.stringify([key.organization_id, key.space_id, key.name, until]);
    const signed = signing.sign(signingPurpose(name), Buffer.from(value).toString('base64url'));
    return `/pdfs/${signed}/${encodeURIComponent(name)}`;
  };

  /** Waits until a PDF is rendered, up to a limit, or until the server stops. */
  const waitForPdf = async (key: PdfKey): Promise<PdfRow> => {
    const until = Date.now() + MAX_WAIT_MS;
    for (let pause = 100; ; pause = Math.min(1000, pause * 1.5)) {
      const row = await coalesce(key.name, () => findPdf(db, key));
      if (!row) throw notFound('PDF');
      if (row.state !== 'waiting' || shutdown.aborted || Date.now() >= until) return row;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };

  return {
    /** Requests a PDF, and returns its signed path; it is rendered in the background unless it exists. */
    request: async (
      from: RevisionSnapshot,
      { page, only = false }: { page?: string; only?: boolean },
      note?: string,
    ): Promise<string> => {
      const record: PageRecord | undefined = page === undefined ? undefined : await readPage(from.view, page);
      if (page !== undefined && (!record || !bookBuilder.isPrinted(record))) throw notFound('page');
      const { space, revision } = from;
      const request = await toRequest(space.organization_id, {
        root: revision.root,
        ...(page !== undefined && { page }),
        only: page !== undefined && only,
        title: space.title,
        emoji: space.emoji,
        language: space.language ?? 'en',
        ...(note !== undefined && { note }),
        date: revision.created_at.toISOString(),
      });
      const key = await store({ organization_id: space.organization_id, space_id: space.id }, request);
      return pathOf(key, record?.title || space.title);
    },

    /** Requests a PDF of what a visitor of a site sees of a space, and returns its signed path. */
    requestForVisitor: async (
      space: SpaceKey & { readonly revision: string },
      of: VisitorPdf,
      name: string,
    ): Promise<string> => {
      const { organization_id, id: space_id } = space;
      const revision = await revisions.find(space, space.revision);
      if (!revision) throw notFound('revision');
      const date = revision.created_at.toISOString();
      const request = await toRequest(organization_id, { ...of, date });
      return pathOf(await store({ organization_id, space_id }, request), name);
    },

    /** The PDF of a signed path, while the signature is valid and the space exists. */
    download: async (signed: string, name: string): Promise<FileResponse | FileRedirect> => {
      const value = signing.verify(signingPurpose(name), signed);
      if (value === undefined) throw notFound('PDF');
      const [organization_id, space_id, hashed, until] = JSON.parse(
        Buffer.from(value, 'base64url').toString(),
      );
      const remainingMs = until - clock.now().getTime();
      if (remainingMs <= 0) throw notFound('PDF');
      const row = await waitForPdf({ organization_id, space_id, name: hashed });
      if (row.state === 'waiting') return { location: `/pdfs/${signed}/${encodeURIComponent(name)}` };
      if (row.state === 'failed') throw new ApiError(422, `The PDF could not be rendered: ${row.message}`);
      const hash = row.hash!;
      const size = await blobs.sizeOf(organization_id, hash);
      if (size === undefined) throw notFound('PDF');
      return {
        name,
        contentType: 'application/pdf',
        size,
        hash,
        maxAge: Math.floor(remainingMs / 1000),
        open: (range) => blobs.open(organization_id, hash, range),
      };
    },

    /** Renders a requested PDF, unless it has been rendered. */
    render: async (key: PdfKey, queue: RenderQueue): Promise<void> => {
      const row = await findPdf(db, key);
      if (row?.state !== 'waiting') return;
      try {
        const book = await bookBuilder.bookOf(key, row.options);
        const received = await pdfRenderer.render(
          book,
          (pdf) => blobs.receive(key.organization_id, pdf, MAX_BYTES),
          queue,
        );
        await revisions.storeBlobs(key.organization_id, [received]);
        await updatePdf(db, key, {
          state: 'ready',
          hash: received.hash,
          message: null,
          changed_at: clock.now(),
        });
      } catch (error) {
        // A stopping server does not count as a failed attempt.
        if (error instanceof PdfRendererClosedError)
          return transaction((tx) => jobs.enqueue(tx, RENDER_JOBS[queue], key));
        if (error instanceof PdfLimitError && queue === 'short')
          return transaction((tx) => jobs.enqueue(tx, RENDER_JOBS.long, key));
        const isExpected = error instanceof PdfRenderError;
        const message = isExpected
          ? `the content ${error.message}; request a single page instead`
          : 'an internal error occurred; try again in a few minutes';
        await updatePdf(db, key, { state: 'failed', hash: null, message, changed_at: clock.now() });
        if (!isExpected || error.detail !== undefined) throw error;
      }
    },

    /** Deletes PDFs that were not requested for two days; garbage collection deletes their blobs. */
    deleteUnused: () => deleteNotRequestedSince(db, new Date(clock.now().getTime() - UNUSED_MS)),
  };
};

/** Service for PDFs. */
export type PdfsService = ReturnType<typeof createPdfsService>;
