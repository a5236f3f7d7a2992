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
    description: 'A tour of Lectern, with examples of its blocks',
    pages: INTRODUCTION,
  },
  'product-documentation': {
    title: 'Product documentation',
    description: 'A home page, a quickstart, guides and a reference',
    pages: [
      {
        title: 'Welcome',
        icon: 'hand-wave',
        description: 'An overview of the product',
        markdown:
          'Describe the product and its users in two sentences.\n\n{% hint style="info" %}\nThis page comes from a template. Replace the text with your own.\n{% endhint %}\n',
      },
      {
        title: 'Getting started',
        type: 'group',
        pages: [
          {
            title: 'Quickstart',
            icon: 'bolt',
            description: 'Get your first result in a few minutes',
            markdown:
              '{% stepper %}\n{% step %}\n### Install\n\nList the requirements and the installation commands.\n{% endstep %}\n\n{% step %}\n### Configure\n\nShow the required settings.\n{% endstep %}\n\n{% step %}\n### Try it\n\nShow the first command and its result.\n{% endstep %}\n{% endstepper %}\n',
          },
          { title: 'Concepts', markdown: 'Explain the terms that the other pages use.\n' },
        ],
      },
      {
        title: 'Guides',
        type: 'group',
        pages: [
          { title: 'Your first guide', markdown: '## Goal\n\n## Steps\n\n## Next steps\n' },
          {
            title: 'Troubleshooting',
            markdown: '## Error message or symptom\n\nDescribe the cause and the solution.\n',
          },
        ],
      },
      {
        title: 'Reference',
        type: 'group',
        pages: [
          {
            title: 'Settings',
            markdown: '| Setting | Default | Description |\n| --- | --- | --- |\n|  |  |  |\n',
          },
          { title: 'Changelog', markdown: '## Unreleased\n\n### New\n\n### Fixes\n' },
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
        description: 'Purpose, base URL and formats of the API',
        markdown:
          'State the base URL, the data formats and the supported versions.\n\n```\nhttps://api.example.com/v1\n```\n',
      },
      {
        title: 'Authentication',
        icon: 'key',
        markdown:
          'Explain how to create a token and how to send it.\n\n```http\nAuthorization: Bearer <token>\n```\n',
      },
      {
        title: 'Conventions',
        type: 'group',
        pages: [
          {
            title: 'Errors',
            markdown:
              '| Status | Meaning |\n| --- | --- |\n| 400 | The request is invalid |\n| 401 | The token is missing or invalid |\n| 404 | The resource does not exist |\n',
          },
          { title: 'Pagination', markdown: 'Explain how to request the next page of a list.\n' },
          {
            title: 'Rate limits',
            markdown: 'State the limits, and the response when a limit is exceeded.\n',
          },
        ],
      },
      {
        title: 'Endpoints',
        type: 'group',
        pages: [
          {
            title: 'Your first resource',
            markdown: '## List\n\n## Create\n\n## Get\n\n## Update\n\n## Delete\n',
          },
        ],
      },
    ],
  },
  'knowledge-base': {
    title: 'Knowledge base',
    description: 'Internal documentation of a team: processes, policies and frequently asked questions',
    pages: [
      {
        title: 'Home',
        icon: 'house',
        description: 'Start here',
        markdown: 'Link to the most frequently used pages.\n',
      },
      {
        title: 'How we work',
        type: 'group',
        pages: [
          { title: 'Onboarding', markdown: '## First day\n\n## First week\n\n## First month\n' },
          { title: 'Meetings', markdown: 'List the regular meetings, their participants and their notes.\n' },
          { title: 'Tools', markdown: '| Tool | Purpose | Contact |\n| --- | --- | --- |\n|  |  |  |\n' },
        ],
      },
      {
        title: 'Policies',
        type: 'group',
        pages: [
          {
            title: 'Time off',
            markdown: 'Explain how to request time off, and how many days are available.\n',
          },
          {
            title: 'Security',
            markdown: 'List the security rules for everyone, and how to report incidents.\n',
          },
        ],
      },
      {
        title: 'Frequently asked questions',
        markdown:
          '<details>\n\n<summary>How do I add a question?</summary>\n\nCopy this block, and change its title and text.\n\n</details>\n',
      },
    ],
  },
};
