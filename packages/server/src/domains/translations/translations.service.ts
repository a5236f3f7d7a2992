import type { Static } from 'typebox';
import type { EventChain } from '../../kernel/auth/chained-tokens.ts';
import type { Caller } from '../../kernel/auth/principal.ts';
import { emptyDocument, type RichText } from '../../kernel/contract/document-schemas.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { conflict, invalid, notFound } from '../../kernel/errors/errors.ts';
import { jobName } from '../../kernel/jobs/jobs.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import {
  type OrganizationSubject,
  type OrganizationsService,
  organizationPolicy,
} from '../organizations/index.ts';
import type { HeadMove, RevisionsService } from '../revisions/index.ts';
import { type SpacesService, spacePolicy } from '../spaces/index.ts';
import { editedPages } from './pages/edited-pages.ts';
import type { translationsContract } from './translations.contract.ts';
import type { TranslationSubject } from './translations.policy.ts';
import {
  deleteTranslation,
  findTranslation,
  insertTranslation,
  isTranslation,
  listBaseRoots,
  listTranslations,
  type RunCause,
  type RunTargets,
  requestRun,
  requestRuns,
  type StoredTranslation,
  type TranslationFilter,
  type TranslationKey,
  type TranslationRow,
  type UntranslatedTexts,
  updateInstructions,
} from './translations.store.ts';

type Dependencies = Pick<
  Kernel,
  'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'jobs' | 'markdown' | 'translator'
> & {
  readonly organizations: Pick<OrganizationsService, 'find'>;
  readonly revisions: Pick<RevisionsService, 'headRoot' | 'merkleMap'>;
  readonly spaces: Pick<SpacesService, 'find' | 'copy'>;
};

type NewTranslation = Static<(typeof translationsContract)['createTranslation']['body']>;

/** The job that runs a translation. */
export const RUN = jobName<TranslationKey>('translations.run');

const NO_ENGINE =
  'No translation engine is configured: set DEEPL_API_KEY, LIBRETRANSLATE_URL, or LLM_BASE_URL and LLM_MODEL. Without one, translate the copy by hand; change requests in it show the changes of its source';

const MAX_TITLE_LENGTH = 50;

// In the language itself.
const languageName = (language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;

/** The texts that a translation has left in the source language. */
export const untranslatedOf = ({
  untranslated,
}: Pick<StoredTranslation, 'untranslated'>): UntranslatedTexts =>
  'total' in untranslated
    ? untranslated
    : {
        total: untranslated.length,
        texts: untranslated.map((each) => ({ ...each, reason: 'no-usable-answer' })),
      };

/** Creates, updates, deletes and runs translations. */
export const createTranslationsService = ({
  db,
  transaction,
  clock,
  newId,
  events,
  jobs,
  markdown,
  translator,
  organizations,
  revisions,
  spaces,
}: Dependencies) => {
  const record = (
    tx: DatabaseTransaction,
    caller: Caller,
    action: string,
    { organization_id, id, source_id, space_id, language }: TranslationRow,
  ) =>
    events.record(tx, caller, {
      organizationId: organization_id,
      action: `translation.${action}`,
      target: { type: 'translation', id, label: language },
      payload: { source: source_id, space: space_id },
    });

  const reload = async (
    tx: DatabaseTransaction,
    caller: Caller,
    key: TranslationKey,
  ): Promise<TranslationSubject> => {
    const row = await findTranslation(tx, key, caller.principal.userId);
    if (!row) throw notFound('translation');
    // Only administrators change translations.
    return { ...row, organizationRole: 'admin' };
  };

  /** Instructions as they are stored: a document, and its text for engines. */
  const parseInstructions = async (document: RichText | undefined) => {
    if (!document) return { instructions: emptyDocument(), text: '' };
    const result = await markdown.fromDocument(document);
    if ('problems' in result)
      throw invalid(
        ...result.problems.map(({ path, message }) => ({
          path: `body.instructions${path.replaceAll('/', '.')}`,
          message,
        })),
      );
    const instructions = JSON.parse(await markdown.document(result.markdown)) as RichText;
    return { instructions, text: result.markdown.trim() };
  };

  /** Requests runs, which start when the transaction is committed. */
  const enqueueRuns = async (
    tx: DatabaseTransaction,
    organizationId: string,
    targets: RunTargets,
    cause: RunCause,
  ): Promise<void> => {
    const ids = await requestRuns(tx, organizationId, targets, cause);
    await jobs.enqueueAll(
      tx,
      RUN,
      ids.map((id) => ({ organization_id: organizationId, id })),
    );
  };

  return {
    /** A translation as the caller sees it; 404 for an organization that the caller is not in. */
    find: async (
      userId: string,
      organizationId: string,
      id: string,
    ): Promise<TranslationSubject | undefined> => {
      const organization = await organizations.find(organizationId, userId);
      if (!organization || !organizationPolicy.can.view(organization)) throw notFound('organization');
      const row = await findTranslation(db, { organization_id: organizationId, id }, userId);
      return row && { ...row, organizationRole: organization.role };
    },

    /** Why a translation waits or failed; without an engine, it waits for somebody who translates by hand. */
    problemOf: ({ problem, status }: StoredTranslation): string | null =>
      problem ?? (status === 'pending' && !translator ? NO_ENGINE : null),

    list: async (
      caller: Caller,
      organization: OrganizationSubject,
      filter: TranslationFilter,
      page: PageRequest,
    ): Promise<Page<TranslationSubject>> => {
      const reader = caller.principal.userId;
      const { rows, count } = await listTranslations(db, organization.id, reader, filter, page);
      return { rows: rows.map((row) => ({ ...row, organizationRole: organization.role })), count };
    },

    create: async (
      caller: Caller,
      organization: OrganizationSubject,
      { source, language, instructions }: NewTranslation,
    ): Promise<TranslationSubject> => {
      const { userId } = caller.principal;
      const parsed = await parseInstructions(instructions);
      const space = await spaces.find(userId, source.space);
      if (!space || !spacePolicy.can.view(space) || space.organization_id !== organization.id)
        throw invalid({ path: 'body.source.space', message: 'is not a space of the organization' });
      if (source.language === language)
        throw invalid({ path: 'body.language', message: 'must differ from the language of the source' });
      return transaction(async (tx) => {
        if (await isTranslation(tx, space))
          throw invalid({
            path: 'body.source.space',
            message: 'is itself a translation: translate its source instead',
          });
        const ending = ` (${languageName(language)})`;
        const title = [...space.title].slice(0, MAX_TITLE_LENGTH - [...ending].length).join('');
        const copy = await spaces.copy(tx, caller, space, { title: `${title}${ending}`, language });
        const id = newId();
        const isNew = await insertTranslation(tx, {
          organization_id: organization.id,
          id,
          source_id: space.id,
          source_language: source.language,
          space_id: copy.id,
          language,
          instructions: parsed.instructions,
          instructions_text: parsed.text,
          root: await revisions.headRoot(tx, copy),
          revision_id: copy.revision_id,
          wanted: 0,
          wanted_by: userId,
          created_at: clock.now(),
        });
        if (!isNew) throw conflict(`This space already has a translation into this language (${language})`);
        const created = await reload(tx, caller, { organization_id: organization.id, id });
        await record(tx, caller, 'created', created);
        // Without an engine nothing has to be done until the source changes.
        if (translator) await enqueueRuns(tx, organization.id, { id }, { by: userId });
        return created;
      });
    },

    /** The pages of the copy that people edited since they were translated. */
    editedPages: async ({ organization_id, space_id, base_root }: TranslationSubject): Promise<string[]> => {
      const root = await revisions.headRoot(db, { organization_id, id: space_id });
      return root === base_root
        ? []
        : editedPages(await revisions.merkleMap(organization_id).diff(base_root, root));
    },

    /** Updates the instructions for engines, and requests a run with them. */
    updateInstructions: async (
      caller: Caller,
      translation: TranslationSubject,
      document: RichText,
    ): Promise<TranslationSubject> => {
      const parsed = await parseInstructions(document);
      return transaction(async (tx) => {
        if (await updateInstructions(tx, translation, { ...parsed, at: clock.now() })) {
          await record(tx, caller, 'updated', translation);
          const { organization_id, id } = translation;
          if (translator) await enqueueRuns(tx, organization_id, { id }, { by: caller.principal.userId });
        }
        return reload(tx, caller, translation);
      });
    },

    remove: (caller: Caller, translation: TranslationSubject): Promise<void> =>
      transaction(async (tx) => {
        if (await deleteTranslation(tx, translation)) await record(tx, caller, 'deleted', translation);
      }),

    /** Requests a run, unless one is already requested or running. */
    run: async (caller: Caller, translation: TranslationSubject): Promise<void> => {
      if (!translator) throw conflict(NO_ENGINE);
      if (translation.isTrashed) throw conflict('The space of this translation is in the trash');
      await transaction(async (tx) => {
        if (!(await requestRun(tx, translation, caller.principal.userId))) return;
        const { organization_id, id } = translation;
        await jobs.enqueue(tx, RUN, { organization_id, id });
        await record(tx, caller, 'run-requested', translation);
      });
    },

    /** Requests runs of the translations of spaces that changed; `chain` is that of the script that changed them. */
    followSources: async (
      tx: DatabaseTransaction,
      organizationId: string,
      moves: readonly HeadMove[],
      chain: EventChain | undefined,
    ): Promise<void> => {
      // A new space has no translation yet.
      const sourceIds = moves.flatMap(({ spaceId, isNew }) => (isNew ? [] : spaceId));
      if (sourceIds.length > 0) await enqueueRuns(tx, organizationId, { sourceIds }, { chain });
    },

    /** Requests runs of all translations of an organization whose glossary changed. */
    followGlossary: async (tx: DatabaseTransaction, organizationId: string): Promise<void> => {
      if (translator) await enqueueRuns(tx, organizationId, 'all', {});
    },

    /** The snapshots that translations refer to and no revision does. */
    snapshots: (organizationId: string) => listBaseRoots(db, organizationId),
  };
};

/** Creates, updates, deletes and runs translations. */
export type TranslationsService = ReturnType<typeof createTranslationsService>;
