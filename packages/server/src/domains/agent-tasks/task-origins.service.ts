import { stableRefs } from '@lectern/document';
import type { Caller } from '../../kernel/auth/principal.ts';
import { forbidden, invalid } from '../../kernel/errors/errors.ts';
import type { ContentService, LinksDependencies, RevisionSnapshot } from '../content/index.ts';
import type { ClustersService } from '../conversations/index.ts';
import type { OrganizationSubject } from '../organizations/index.ts';
import type { SpaceSubject } from '../spaces/index.ts';
import type { NewTaskInput } from './agent-tasks.contract.ts';
import { mayReadConversations } from './agent-tasks.policy.ts';
import type { NewTask, TaskRow } from './agent-tasks.store.ts';
import { findPage } from './find-page.ts';
import { plainLine } from './writing/plain-line.ts';

interface Dependencies {
  readonly clusters: Pick<ClustersService, 'get' | 'has' | 'questions'>;
  readonly content: ContentService;
  readonly links: LinksDependencies;
}

/** What a task is about, as it is stored. */
type AboutTask = Pick<
  NewTask,
  'title' | 'description' | 'instructions' | 'origin' | 'cluster_id' | 'question' | 'page_id'
>;

/** What is known about a task when its change request is written. */
export interface TaskBrief {
  /** Questions of customers or readers, which may say anything. */
  readonly questions: readonly string[];
  /** Links that lead nowhere, as the Markdown of their page has them. */
  readonly brokenLinks: readonly string[];
}

const MAX_TITLE = 100;
const MAX_QUESTIONS = 10;
const MAX_LISTED_LINKS = 10;

/** The first line of a text, up to a length. */
const titleOf = (text: string): string => {
  const [line = ''] = text.trim().split('\n');
  return line.length <= MAX_TITLE ? line : `${line.slice(0, MAX_TITLE - 1).toWellFormed()}…`;
};

const timesOf = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** Reads what tasks are about: clusters, questions, broken links and instructions. */
export const createTaskOriginsService = ({ clusters, content, links }: Dependencies) => {
  /** The broken links of a page; undefined if the page does not exist. */
  const brokenLinks = async (
    userId: string,
    from: RevisionSnapshot,
    page: string,
  ): Promise<{ readonly title: string; readonly addresses: string[] } | undefined> => {
    const found = await findPage(content, from, page);
    if (!found) return undefined;
    const usages = await links.links.ofPage(from, found.node);
    const resolve = await links.targets.resolve(
      userId,
      from,
      usages.map(({ ref }) => ref),
    );
    const broken = usages.filter(({ ref }) => resolve(ref).status === 'broken');
    return { title: found.record.title, addresses: broken.map(({ ref }) => stableRefs.print(ref)) };
  };

  const aboutCluster = async (
    caller: Caller,
    organization: OrganizationSubject,
    cluster_id: string,
  ): Promise<Omit<AboutTask, 'instructions'>> => {
    if (!mayReadConversations(organization.role))
      throw forbidden('You do not have permission to see the conversations of this organization');
    if (!(await clusters.has(organization.id, cluster_id)))
      throw invalid({ path: 'body.origin.cluster', message: 'is not a cluster of this organization' });
    const { label, summary, issues } = await clusters.get(
      organization.id,
      caller.principal.userId,
      cluster_id,
    );
    const description = `Customers asked this ${timesOf(issues)}. ${summary}`;
    return {
      origin: 'cluster',
      cluster_id,
      title: plainLine(label, MAX_TITLE) || 'A recurring question',
      description,
    };
  };

  const aboutLinks = async (
    caller: Caller,
    space: SpaceSubject,
    page_id: string,
  ): Promise<Omit<AboutTask, 'instructions'>> => {
    const found = await brokenLinks(caller.principal.userId, await content.head(space), page_id);
    if (!found) throw invalid({ path: 'body.origin.page', message: 'is not a page of the space' });
    const { title, addresses } = found;
    if (addresses.length === 0)
      throw invalid({ path: 'body.origin.page', message: 'is a page without broken links' });
    const listed = addresses.slice(0, MAX_LISTED_LINKS).join(', ');
    return {
      origin: 'link',
      page_id,
      title: titleOf(`Broken links in “${title}”`),
      description: `These links lead nowhere: ${listed}${addresses.length > MAX_LISTED_LINKS ? ' …' : ''}`,
    };
  };

  return {
    /** What a new task is about; refuses an origin that does not exist. */
    about: async (
      caller: Caller,
      organization: OrganizationSubject,
      space: SpaceSubject,
      { origin = { type: 'instruction' }, title, instructions = '' }: NewTaskInput,
    ): Promise<AboutTask> => {
      const given = {
        instructions: instructions.trim(),
        ...(title !== undefined && { title: titleOf(title) }),
      };
      switch (origin.type) {
        case 'cluster':
          return { ...(await aboutCluster(caller, organization, origin.cluster)), ...given };
        case 'link':
          return { ...(await aboutLinks(caller, space, origin.page)), ...given };
        case 'question': {
          const question = origin.question.trim();
          const description = 'A question that no page answers.';
          return { origin: 'question', question, title: titleOf(question), description, ...given };
        }
        case 'instruction':
          if (given.instructions === '')
            throw invalid({
              path: 'body.instructions',
              message: 'is required for a task that is neither about a cluster, a question nor links',
            });
          return { origin: 'instruction', title: titleOf(given.instructions), description: '', ...given };
      }
    },

    /** What is known about a task now. */
    brief: async (userId: string, task: TaskRow, from: RevisionSnapshot): Promise<TaskBrief> => {
      const { cluster_id, question, page_id } = task;
      const questions =
        cluster_id === null
          ? [question ?? []].flat()
          : await clusters.questions(task.organization_id, cluster_id, MAX_QUESTIONS);
      const broken = page_id === null ? undefined : await brokenLinks(userId, from, page_id);
      return { questions, brokenLinks: broken?.addresses ?? [] };
    },
  };
};

/** Reads what tasks are about. */
export type TaskOriginsService = ReturnType<typeof createTaskOriginsService>;
