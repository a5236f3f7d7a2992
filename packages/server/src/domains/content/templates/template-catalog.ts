import { INTRODUCTION } from './introduction.ts';
import type { TemplatePage } from './template-page.ts';

interface Template {
  readonly title: string;
  readonly description: string;
  readonly pages: readonly TemplatePage[];
}

/** The templates of spaces, by id. */
export const TEMPLATES: Readonly<Record<string, Template>> = {
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
