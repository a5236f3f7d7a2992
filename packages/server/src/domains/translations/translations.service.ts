import type { Static } from 'typebox';
import type { Caller } from '../../kernel/auth/principal.ts';
import { emptyDocument, type RichText } from '../../kernel/contract/document-schemas.ts';
import type { Page, PageRequest } from '../../kernel/contract/paging.ts';
import type { DatabaseTransaction } from '../../kernel/database/database.ts';
import { conflict, invalid, notFound } from '../../kernel/errors/errors.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import {
  type OrganizationSubject,
  type OrganizationsService,
  organizationPolicy,
} from '../organizations/index.ts';
import type { RevisionsService } from '../revisions/index.ts';
import { type SpacesService, spacePolicy } from '../spaces/index.ts';
import type { translationsContract } from './translations.contract.ts';
import type { TranslationSubject } from './translations.policy.ts';
import {
  deleteTranslation,
  findTranslation,
  insertTranslation,
  isTranslation,
  type LeftOver,
  listBaseRoots,
  listTranslations,
  type StoredTranslation,
  type TranslationKey,
  type TranslationRow,
  updateInstructions,
  type Wanted,
  wantRun,
  wantRuns,
} from './translations.store.ts';

type Dependencies = Pick<
  Kernel,
  'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'jobs' | 'markdown' | 'translator'
> & {
  readonly organizations: Pick<OrganizationsService, 'find'>;
  readonly revisions: Pick<RevisionsService, 'headRoot'>;
  readonly spaces: Pick<SpacesService, 'find' | 'copy'>;
};

type Wish = Static<(typeof translationsContract)['createTranslation']['body']>;

/** The job that runs a translation. */
export const RUN = 'translations.run';

const NO_ENGINE =
  'No engine for translations is set up: set DEEPL_API_KEY, LIBRETRANSLATE_URL, or LLM_BASE_URL and LLM_MODEL. Until then the copy is translated by hand, and change requests in it show what changed in its source';

const TITLE_LENGTH = 50;

// What people who read it call a language.
const nameOf = (language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;

/** What a translation has left over. */
export const leftOverOf = ({ untranslated }: Pick<StoredTranslation, 'untranslated'>): LeftOver =>
  'total' in untranslated
    ? untranslated
    : {
        total: untranslated.length,
        texts: untranslated.map((each) => ({ ...each, reason: 'no-usable-answer' })),
      };

/** Translations: which there are, and what is asked of them. */
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

  /** Instructions as they are kept: a document, and its text for engines. */
  const readInstructions = async (document: RichText | undefined) => {
    if (!document) return { instructions: emptyDocument(), text: '' };
    const result = await markdown.accept(document);
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

  /** Asks for runs, which begin when the transaction has ended. */
  const want = async (
    tx: DatabaseTransaction,
    organizationId: string,
    which: Wanted,
    by?: string,
  ): Promise<void> => {
    const ids = await wantRuns(tx, organizationId, which, by);
    await jobs.enqueueAll(
      tx,
      RUN,
      ids.map((id) => ({ organization_id: organizationId, id })),
    );
  };

  return {
    /** A translation as the caller meets it; an organization that is not theirs does not exist. */
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

    list: async (
      caller: Caller,
      organization: OrganizationSubject,
      page: PageRequest,
    ): Promise<Page<TranslationSubject>> => {
      const { rows, count } = await listTranslations(db, organization.id, caller.principal.userId, page);
      return { rows: rows.map((row) => ({ ...row, organizationRole: organization.role })), count };
    },

    create: async (
      caller: Caller,
      organization: OrganizationSubject,
      { source, language, instructions }: Wish,
    ): Promise<TranslationSubject> => {
      const { userId } = caller.principal;
      const told = await readInstructions(instructions);
      const space = await spaces.find(userId, source.space);
      if (!space || !spacePolicy.can.view(space) || space.organization_id !== organization.id)
        throw invalid({ path: 'body.source.space', message: 'is not a space of the organization' });
      if (source.language === language)
        throw invalid({ path: 'body.language', message: 'is the language of the source' });
      return transaction(async (tx) => {
        if (await isTranslation(tx, space))
          throw invalid({
            path: 'body.source.space',
            message: 'is itself a translation: translate what it was translated from',
          });
        const ending = ` (${nameOf(language)})`;
        const title = [...space.title].slice(0, TITLE_LENGTH - [...ending].length).join('');
        const copy = await spaces.copy(tx, caller, space, { title: `${title}${ending}`, language });
        const id = newId();
        const isNew = await insertTranslation(tx, {
          organization_id: organization.id,
          id,
          source_id: space.id,
          source_language: source.language,
          space_id: copy.id,
          language,
          instructions: told.instructions,
          instructions_text: told.text,
          root: await revisions.headRoot(tx, copy),
          revision_id: copy.revision_id,
          wanted: 0,
          wanted_by: userId,
          created_at: clock.now(),
        });
        if (!isNew) throw conflict(`This space has a translation into this language (${language}) already`);
        const made = await reload(tx, caller, { organization_id: organization.id, id });
        await record(tx, caller, 'created', made);
        // Without an engine the copy is as it should be until the source changes.
        if (translator) await want(tx, organization.id, { id }, userId);
        return made;
      });
    },

    /** Changes what engines are told to mind, and translates anew with it. */
    instruct: async (
      caller: Caller,
      translation: TranslationSubject,
      document: RichText,
    ): Promise<TranslationSubject> => {
      const told = await readInstructions(document);
      return transaction(async (tx) => {
        if (await updateInstructions(tx, translation, { ...told, at: clock.now() })) {
          await record(tx, caller, 'updated', translation);
          const { organization_id, id } = translation;
          if (translator) await want(tx, organization_id, { id }, caller.principal.userId);
        }
        return reload(tx, caller, translation);
      });
    },

    remove: (caller: Caller, translation: TranslationSubject): Promise<void> =>
      transaction(async (tx) => {
        if (await deleteTranslation(tx, translation)) await record(tx, caller, 'deleted', translation);
      }),

    /** Asks for a run; one that is waiting or under way is the one that was asked for. */
    run: async (caller: Caller, translation: TranslationSubject): Promise<void> => {
      if (!translator) throw conflict(NO_ENGINE);
      if (translation.isTrashed) throw conflict('The space of this translation lies in the trash');
      await transaction(async (tx) => {
        if (!(await wantRun(tx, translation, caller.principal.userId))) return;
        const { organization_id, id } = translation;
        await jobs.enqueue(tx, RUN, { organization_id, id });
        await record(tx, caller, 'run-requested', translation);
      });
    },

    /** Lets the translations of a space follow it. */
    follow: (tx: DatabaseTransaction, space: { organization_id: string; id: string }): Promise<void> =>
      want(tx, space.organization_id, { sourceId: space.id }),

    /** Lets all translations of an organization follow its glossary. */
    followGlossary: async (tx: DatabaseTransaction, organizationId: string): Promise<void> => {
      if (translator) await want(tx, organizationId, 'all');
    },

    /** The snapshots that translations need besides those of revisions. */
    snapshots: (organizationId: string) => listBaseRoots(db, organizationId),
  };
};

/** Translations. */
export type TranslationsService = ReturnType<typeof createTranslationsService>;
