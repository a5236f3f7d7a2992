import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import type { importRunsContract } from './import-runs.contract.ts';
import type { ImportRunsService } from './import-runs.service.ts';
import type { ImportRunRow } from './import-runs.store.ts';

const toSource = (source: ImportRunRow['source']) =>
  source.type === 'website' ? source : { type: source.type, files: [...source.files] };

/** The API representation of an import in lists. */
const toRun = (links: Links, run: ImportRunRow) => ({
  object: 'import-run' as const,
  id: run.id,
  status: run.status,
  ...(run.reason !== null && { reason: run.reason }),
  source: toSource(run.source),
  target: {
    space: run.space_id,
    ...(run.change_request_id !== null && { changeRequest: run.change_request_id }),
    ...(run.page_id !== null && { page: run.page_id }),
  },
  ...(run.preview && { isPreview: true }),
  createdBy: run.created_by,
  createdAt: run.created_at.toISOString(),
  updatedAt: run.updated_at.toISOString(),
  ...(run.started_at && { startedAt: run.started_at.toISOString() }),
  ...(run.completed_at && { completedAt: run.completed_at.toISOString() }),
  ...(run.status === 'in-progress' &&
    run.stage !== null && { progress: { stage: run.stage, done: run.done, total: run.total } }),
  urls: { location: links.apiUrl(`/org/${run.organization_id}/imports/${run.id}`) },
});

/** The API representation of an import with its result. */
const toRunDetails = (links: Links, run: ImportRunRow) => ({
  ...toRun(links, run),
  ...(run.preview && { preview: { ...run.preview, pages: run.preview.pages.map((page) => ({ ...page })) } }),
  pages: run.pages.map((page) => ({ ...page, type: 'page' as const, status: 'complete' as const })),
  report: run.report.map((entry) => ({ ...entry })),
});

/** Handlers of the operations on imports. */
export const importRunsHandlers = (
  runs: ImportRunsService,
  links: Links,
): Handlers<typeof importRunsContract> => ({
  startImportRun: async ({ caller, subject, body }) =>
    toRunDetails(links, await runs.start(caller, subject, body)),
  listImportRuns: async ({ caller, subject, query, page }) =>
    listOf(
      page,
      await runs.list(caller, subject, query, page),
      (run) => [run.id],
      (run) => toRun(links, run),
    ),
  getImportRun: async ({ subject }) => toRunDetails(links, subject),
  cancelImportRun: async ({ caller, subject }) => toRunDetails(links, await runs.cancel(caller, subject)),
});
