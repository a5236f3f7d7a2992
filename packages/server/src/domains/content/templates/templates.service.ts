import type { Static } from 'typebox';
import type { DatabaseTransaction } from '../../../kernel/database/database.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { RevisionsService } from '../../revisions/index.ts';
import type { TemplateUse } from '../../spaces/index.ts';
import type { ContentChange } from '../editing/editing.contract.ts';
import type { EditingService } from '../editing/editing.service.ts';
import { INTRODUCTION } from './introduction.ts';

/** A page that a template brings, with those below it. */
export interface TemplatePage {
  readonly title: string;
  readonly type?: 'group';
  readonly icon?: string;
  readonly description?: string;
  readonly markdown?: string;
  readonly pages?: readonly TemplatePage[];
}

interface Template {
  readonly title: string;
  readonly description: string;
  readonly pages: readonly TemplatePage[];
}

type Change = Extract<Static<typeof ContentChange>, { operation: 'insert_page' }>;

/** What a space can begin with, by the id of the template. */
const TEMPLATES: Readonly<Record<string, Template>> = {
  blank: { title: 'Blank', description: 'One empty page', pages: [{ title: 'Untitled' }] },
  introduction: {
    title: 'Introduction',
    description: 'What Lectern can do, shown by pages that do it',
    pages: INTRODUCTION,
  },
  'product-documentation': {
    title: 'Product documentation',
    description: 'A welcome, a quickstart, guides and a reference',
    pages: [
      {
        title: 'Welcome',
        icon: 'hand-wave',
        description: 'What the product is, and where to begin',
        markdown:
          'Say in two sentences what the product does and for whom.\n\n{% hint style="info" %}\nReplace this text: every page of a template is yours to change.\n{% endhint %}\n',
      },
      {
        title: 'Getting started',
        type: 'group',
        pages: [
          {
            title: 'Quickstart',
            icon: 'bolt',
            description: 'From nothing to a first result',
            markdown:
              '{% stepper %}\n{% step %}\n### Install\n\nSay what is needed, and how it is installed.\n{% endstep %}\n\n{% step %}\n### Set up\n\nShow the least that has to be set.\n{% endstep %}\n\n{% step %}\n### Try it\n\nLead to a first result that can be seen.\n{% endstep %}\n{% endstepper %}\n',
          },
          { title: 'Concepts', markdown: 'Explain the few words that all other pages use.\n' },
        ],
      },
      {
        title: 'Guides',
        type: 'group',
        pages: [
          { title: 'A first guide', markdown: '## The task\n\n## The steps\n\n## What to read next\n' },
          { title: 'Troubleshooting', markdown: '## A symptom\n\nIts cause, and what helps.\n' },
        ],
      },
      {
        title: 'Reference',
        type: 'group',
        pages: [
          {
            title: 'Settings',
            markdown: '| Setting | Default | What it does |\n| --- | --- | --- |\n|  |  |  |\n',
          },
          { title: 'Changelog', markdown: '## Unreleased\n\n* What is new\n* What was mended\n' },
        ],
      },
    ],
  },
  'api-reference': {
    title: 'API reference',
    description: 'Authentication, conventions and endpoints',
    pages: [
      {
        title: 'Overview',
        icon: 'code',
        description: 'What the API does, and where it is',
        markdown:
          'Name the base address, the formats and the versions.\n\n```\nhttps://api.example.com/v1\n```\n',
      },
      {
        title: 'Authentication',
        icon: 'key',
        markdown:
          'Say how a token is made and how it is sent.\n\n```http\nAuthorization: Bearer <token>\n```\n',
      },
      {
        title: 'Conventions',
        type: 'group',
        pages: [
          {
            title: 'Errors',
            markdown: '| Status | Meaning |\n| --- | --- |\n| 400 | The request is wrong |\n',
          },
          { title: 'Paging', markdown: 'Say how lists are read page by page.\n' },
          { title: 'Rate limits', markdown: 'Say how much is allowed, and what is answered beyond it.\n' },
        ],
      },
      {
        title: 'Endpoints',
        type: 'group',
        pages: [{ title: 'A first resource', markdown: '## List\n\n## Create\n\n## Read\n\n## Delete\n' }],
      },
    ],
  },
  'knowledge-base': {
    title: 'Knowledge base',
    description: 'How a team works, its policies, and questions with answers',
    pages: [
      {
        title: 'Home',
        icon: 'house',
        description: 'Where everything is',
        markdown: 'Lead to the pages that are asked for most.\n',
      },
      {
        title: 'How we work',
        type: 'group',
        pages: [
          { title: 'Onboarding', markdown: '## The first day\n\n## The first week\n\n## The first month\n' },
          { title: 'Meetings', markdown: 'Which there are, who comes, and what is written down.\n' },
          { title: 'Tools', markdown: '| Tool | For what | Who to ask |\n| --- | --- | --- |\n|  |  |  |\n' },
        ],
      },
      {
        title: 'Policies',
        type: 'group',
        pages: [
          { title: 'Time off', markdown: 'How it is asked for, and how much there is.\n' },
          { title: 'Security', markdown: 'What everybody does, and whom to tell when something is wrong.\n' },
        ],
      },
      {
        title: 'Questions and answers',
        markdown: '<details>\n\n<summary>A question</summary>\n\nIts answer.\n\n</details>\n',
      },
    ],
  },
};

const changesFor = (
  pages: readonly TemplatePage[],
  cover: Change['cover'],
  into: string | undefined = undefined,
): Change[] =>
  pages.flatMap(({ title, type, icon, description, markdown, pages: below = [] }, index) => {
    const ref = `${into ?? 'page'}.${index}`;
    return [
      {
        operation: 'insert_page' as const,
        type: type ?? ('document' as const),
        title,
        ref,
        ...(icon && { icon }),
        ...(description && { description }),
        ...(markdown && { document: { markdown } }),
        ...(into && { into }),
        ...(cover && !into && index === 0 && { cover }),
      },
      ...changesFor(below, undefined, ref),
    ];
  });

const countOf = (pages: readonly TemplatePage[]): number =>
  pages.reduce((count, { pages: below = [] }) => count + 1 + countOf(below), 0);

/** The templates that there are, and how many pages each brings. */
export const listTemplates = () =>
  Object.entries(TEMPLATES).map(([id, { title, description, pages }]) => ({
    id,
    title,
    description,
    pages: countOf(pages),
  }));

/** The changes that a template makes; a reference named `cover` becomes the picture of its first page. */
export const templateChanges = ({ id, params }: Static<typeof TemplateUse>): Change[] => {
  const template = Object.hasOwn(TEMPLATES, id) ? TEMPLATES[id] : undefined;
  if (!template) throw notFound('template');
  const ref = params?.contentRefs?.cover;
  const isPicture = ref?.kind === 'file' || ref?.kind === 'url';
  return changesFor(template.pages, isPicture ? { ref, yPos: 0 } : undefined);
};

/** The content that spaces begin with. */
export const createTemplatesService = ({
  editing,
  revisions,
}: {
  editing: EditingService;
  revisions: RevisionsService;
}) => ({
  /** Makes the content of a space that is new; the root of it. */
  createContent: async (
    tx: DatabaseTransaction,
    organizationId: string,
    template: Static<typeof TemplateUse>,
  ): Promise<string> => {
    const root = revisions.emptyRoot;
    const nowhere = { organizationId, root, rootBefore: root, rootOf: async () => undefined };
    const changes = await editing.prepare(organizationId, { changes: templateChanges(template) });
    return (await editing.apply(tx, nowhere, changes)).root;
  },
});
