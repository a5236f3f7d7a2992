import type { TemplatePage } from './template-page.ts';

const card = (icon: string, title: string, text: string, page: string) =>
  `<tr><td><i class="fa-${icon}">:${icon}:</i> <strong>${title}</strong></td><td>${text}</td><td><a href="/pages/${page}">${title}</a></td></tr>`;

const CARDS = `<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody>${[
  card('cubes', 'Write', 'Hints, tabs, steps, cards, code and formulas', 'writing/blocks'),
  card(
    'code-pull-request',
    'Review',
    'Change requests with reviews and merge rules',
    'collaboration/change-requests',
  ),
  card('code', 'Automate', 'An API and a command line', 'automation/api'),
].join('')}</tbody></table>`;

/** An introduction to Lectern, the content of the first space of a new installation. */
export const INTRODUCTION: readonly TemplatePage[] = [
  {
    title: 'Welcome to Lectern',
    icon: 'hand-wave',
    description: 'Write, review and publish documentation with your team',
    markdown: `Lectern stores your documentation as pages in **spaces**. You write in Markdown, review changes together, and publish spaces as websites. Lectern keeps every revision.

{% hint style="success" %}
This is a sample space, published as a site. Edit its pages to try things out, and delete it when you no longer need it.
{% endhint %}

<a href="/pages/writing/blocks" class="button primary" data-icon="rocket">Explore the blocks</a> <a href="/pages/automation/api" class="button secondary" data-icon="code">Use the API</a>

## Explore

${CARDS}

## Get started

{% stepper %}
{% step %}
### Edit this space

Change a page of the sample space, then reload this site. Your edit is published immediately.
{% endstep %}

{% step %}
### Create a space

Start with an empty space, or use a template: \`product-documentation\`, \`api-reference\` or \`knowledge-base\`.
{% endstep %}

{% step %}
### Invite your team

Invite people by e-mail or with a link, and give each of them a [role](/pages/collaboration/roles-and-permissions).
{% endstep %}
{% endstepper %}

## Key terms

| Term | Meaning |
| --- | --- |
| Organization | Your company or team, with its members, spaces and sites |
| Collection | A folder of spaces and other collections |
| Space | A tree of pages with a common history |
| Change request | A draft of changes to a space, which is reviewed and then merged |
| Site | A website that publishes one or more spaces |
`,
  },
  {
    title: 'Writing',
    type: 'group',
    pages: [
      {
        title: 'Blocks',
        icon: 'cubes',
        description: 'The most common blocks, with examples',
        markdown: `Pages are written in Markdown with additional blocks. Lectern preserves tags that it does not know.

## Text

Text can be **bold**, _italic_, ~~struck through~~, \`code\` or a [link](https://commonmark.org/help/). A formula can be part of a sentence, such as $$E = mc^2$$, or a block:

$$
\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}
$$

> Quotes are indented.

## Lists

1. First step
2. Second step
   * A detail of the second step

- [x] Read this page
- [ ] Write your first page

## Hints

{% hint style="info" %}
Use this style for additional information.
{% endhint %}

{% hint style="warning" %}
Use this style for warnings.
{% endhint %}

## Code

A code block can have a title and line numbers. This one shows the Markdown of a hint:

{% code title="hint.md" lineNumbers="true" %}
~~~markdown
{% hint style="info" %}
Use this style for additional information.
{% endhint %}
~~~
{% endcode %}

Code is highlighted in the colors of its language:

~~~ts
const greet = (name: string): string => \`Hello, \${name}!\`;
~~~

## Cards

${CARDS}

## Tabs

{% tabs %}
{% tab title="npm" %}
~~~sh
npm install @gitbook/api
~~~
{% endtab %}

{% tab title="Yarn" %}
~~~sh
yarn add @gitbook/api
~~~
{% endtab %}
{% endtabs %}

## Expandable sections

<details>

<summary>Show the details</summary>

Use expandable sections for details that only some readers need.

</details>

## Tables

| Block | Use it for |
| --- | --- |
| Hint | Important information |
| Stepper | Instructions in several steps |
| Tabs | Alternatives, such as operating systems or programming languages |

## Links

{% content-ref url="/pages/writing/page-structure" %}
[Page structure](/pages/writing/page-structure)
{% endcontent-ref %}

Links to [other pages](/pages/collaboration/roles-and-permissions) use page ids, so they still work after a page is moved or renamed. Text can also have footnotes[^1].

[^1]: The text of a footnote.
`,
      },
      {
        title: 'Page structure',
        icon: 'folder-tree',
        description: 'Pages, groups, links and revisions',
        markdown: `The content of a space is a tree:

| Item | Description |
| --- | --- |
| Page | Has a text, and can have subpages |
| Group | A top-level section of the table of contents, without a text |
| Link | An entry of the table of contents that opens another page or website |

* **Home page.** The first page of a space is its home page.
* **Paths.** The path of a page is based on its title, unless you set one. When it changes, the old path redirects to the page.
* **Hidden pages.** A hidden page is not in the table of contents or the search results. Everyone who can read the space can open it by its URL.
* **Search.** Matches in titles come first, then matches in headings and text. Search tolerates typing errors.

{% hint style="info" %}
Every edit creates a revision. You can read every earlier revision of a space, and roll back to it.
{% endhint %}
`,
      },
    ],
  },
  {
    title: 'Collaboration',
    type: 'group',
    pages: [
      {
        title: 'Change requests',
        icon: 'code-pull-request',
        description: 'Draft changes, have them reviewed, and merge them',
        markdown: `This sample space is **live**: edits are visible immediately. New spaces are **locked**: you edit them through change requests.

{% stepper %}
{% step %}
### Open a change request

A change request starts as a copy of the space. Readers do not see its changes until it is merged.
{% endstep %}

{% step %}
### Edit pages

Change as many pages as you need. Several people can edit a change request at the same time.
{% endstep %}

{% step %}
### Request a review

Reviewers comment, approve the changes, or ask for more. Merge rules can require an approval.
{% endstep %}

{% step %}
### Merge

Your changes are combined with the changes that others have merged in the meantime, page by page and word by word.
{% endstep %}
{% endstepper %}

<details>

<summary>What happens if two people change the same sentence?</summary>

The merge stops, and the space stays unchanged. Update the change request: both versions then appear in the page. Keep one of them, or write a new text, and merge again.

</details>
`,
      },
      {
        title: 'Roles and permissions',
        icon: 'users',
        description: 'Roles of members, and access to spaces and collections',
        markdown: `Every member of the organization has a role. Each role includes the permissions of the roles above it in this table:

| Role | Permissions |
| --- | --- |
| \`read\` | Read pages and comments |
| \`comment\` | Comment, and open change requests |
| \`edit\` | Edit live spaces, and the change requests of others |
| \`review\` | Review and merge change requests |
| \`create\` | Create, move and delete spaces and collections, and manage access to them |
| \`admin\` | Manage the organization, including its members and settings |

Guests have no role in the organization. They can only open the spaces and collections that are shared with them.

A space or collection can have its own access rules: for a member, for a team, or for everyone. The closest access rule wins, even if it lowers the role.
`,
      },
    ],
  },
  {
    title: 'Automation',
    type: 'group',
    pages: [
      {
        title: 'API',
        icon: 'code',
        description: 'Read and change content from your own programs',
        markdown: `Requests to the API need a token. The first start of the server printed one, and \`npx lectern token create\` creates another.

{% tabs %}
{% tab title="Read" %}
~~~sh
curl -H "Authorization: Bearer $TOKEN" http://localhost:3000/v1/orgs
~~~
{% endtab %}

{% tab title="Write" %}
~~~sh
curl -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '{"changes":[{"operation":"insert_page","title":"My first page","document":{"markdown":"Hello."}}]}' \\
  http://localhost:3000/v1/spaces/$SPACE/content
~~~
{% endtab %}
{% endtabs %}

{% hint style="info" %}
Replace \`http://localhost:3000\` with the URL of your server. Its API reference is at \`/docs/api\`, and its OpenAPI document at \`/openapi.json\`.
{% endhint %}

The API is compatible with the API of GitBook. To use GitBook's client, [@gitbook/api](https://www.npmjs.com/package/@gitbook/api), set its \`endpoint\` to the URL of your server.
`,
      },
      {
        title: 'Command line',
        icon: 'terminal',
        description: 'Commands for the operation of a server',
        markdown: `Run these commands with \`npx\` in the folder of the server, for example \`npx lectern doctor\`:

| Command | Description |
| --- | --- |
| \`lectern serve\` | Runs the server |
| \`lectern doctor\` | Checks the settings, the database and other requirements |
| \`lectern user create\` | Creates a user |
| \`lectern user sign-in\` | Prints a sign-in link |
| \`lectern token create\` | Creates an API token |
| \`lectern import\` | Imports a folder, a file, an archive or a git repository into a space |
| \`lectern export\` | Exports a space as Markdown files |
| \`lectern backup\` | Backs up the installation to one file, also while the server is running |
| \`lectern restore\` | Restores a backup into an empty installation |
| \`lectern migrate\` | Migrates the database to the installed version |
| \`lectern openapi\` | Prints the OpenAPI document |

\`--help\` describes the options of a command.
`,
      },
    ],
  },
];
