import type { TemplatePage } from './template-page.ts';

const card = (icon: string, title: string, text: string, page: string) =>
  `<tr><td><i class="fa-${icon}">:${icon}:</i> <strong>${title}</strong></td><td>${text}</td><td><a href="/pages/${page}">${title}</a></td></tr>`;

const CARDS = `<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody>${[
  card('cubes', 'Write', 'Hints, tabs, steps, cards, code and formulas', 'writing/what-a-page-is-made-of'),
  card(
    'code-pull-request',
    'Review',
    'Changes that are read before they show',
    'working-together/change-requests',
  ),
  card('code', 'Automate', 'Everything that people do, done by programs', 'for-programs/the-api'),
].join('')}</tbody></table>`;

/** A small introduction to Lectern, which the first space of a new installation begins with. */
export const INTRODUCTION: readonly TemplatePage[] = [
  {
    title: 'Welcome to Lectern',
    icon: 'hand-wave',
    description: 'A place to write documentation together',
    markdown: `Lectern keeps documentation: pages in **spaces**, spaces in **collections**, all of it in your **organization**. You write in Markdown, alone or with others, and nothing that was ever written is lost.

{% hint style="success" %}
This space is yours. Change its pages, or delete it once you have read them: it is only here to show how things look.
{% endhint %}

<a href="/pages/writing/what-a-page-is-made-of" class="button primary" data-icon="rocket">See what a page can do</a> <a href="/pages/for-programs/the-api" class="button secondary" data-icon="code">Use the API</a>

## Look around

${CARDS}

## Where to begin

{% stepper %}
{% step %}
### Read this site

It is your sample space, published as a site. What you change in the space shows here at once.
{% endstep %}

{% step %}
### Make a space of your own

A new space can begin empty, or from a template: \`product-documentation\`, \`api-reference\` or \`knowledge-base\`.
{% endstep %}

{% step %}
### Bring the others in

Invite people by e-mail or with a link, and decide what they may do: from reading to everything.
{% endstep %}
{% endstepper %}

## Four words

| Word | What it is |
| --- | --- |
| Organization | Everything that belongs together: people, teams, collections and spaces |
| Collection | A folder for spaces and for other collections |
| Space | A tree of pages that is edited and read as a whole |
| Change request | A draft of changes to a space, reviewed and merged when it is ready |
`,
  },
  {
    title: 'Writing',
    type: 'group',
    pages: [
      {
        title: 'What a page is made of',
        icon: 'cubes',
        description: 'The blocks that you can write with, each with its Markdown',
        markdown: `A page is Markdown with a few blocks more. Whatever you write is kept as it is, also what Lectern has no block for.

## Text

Words can be **bold**, _italic_, ~~struck out~~, \`code\` or [links](https://commonmark.org/help/). Formulas stand in a line, as $$E = mc^2$$ does, or by themselves:

$$
\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}
$$

> A quotation stands apart.

## Lists

1. First this
2. Then that
   * with a remark

- [x] Read this page
- [ ] Write one

## Hints

{% hint style="info" %}
Something good to know.
{% endhint %}

{% hint style="warning" %}
Something to be careful with.
{% endhint %}

## Code

{% code title="hint.md" lineNumbers="true" %}
~~~markdown
{% hint style="info" %}
Something good to know.
{% endhint %}
~~~
{% endcode %}

~~~ts
const greet = (name: string): string => \`Hello, \${name}!\`;
~~~

## Cards

${CARDS}

## Tabs

{% tabs %}
{% tab title="One way" %}
Readers see one tab at a time.
{% endtab %}

{% tab title="Another" %}
Good for systems, languages and versions.
{% endtab %}
{% endtabs %}

## Things that open

<details>

<summary>What is hidden in here?</summary>

What not everybody needs to read.

</details>

## Tables

| Block | Good for |
| --- | --- |
| Hint | What must not be missed |
| Stepper | What is done one after the other |
| Tabs | What differs from reader to reader |

## Links

{% content-ref url="/pages/writing/pages-and-their-order" %}
[Pages and their order](/pages/writing/pages-and-their-order)
{% endcontent-ref %}

Words can carry a note[^1], and pages lead to [each other](/pages/working-together/who-may-do-what) by what they are, not by where they stand.

[^1]: Which opens where the reader is, and is gone again.
`,
      },
      {
        title: 'Pages and their order',
        icon: 'folder-tree',
        description: 'Pages below pages, groups and links',
        markdown: `A space is a tree. A **page** has a text and may have pages below it; a **group** stands at the top and only holds pages together; a **link** leads elsewhere.

* The first page is where readers arrive.
* A page's address follows its title until you choose one. When it changes, the old address still leads to the page.
* A hidden page can be read by whoever knows its address, and is not found by searching.
* Search finds titles first, then headings, then text; it forgives a slip of the pen.

{% hint style="info" %}
Every change makes a revision. A space can be read as it was at each of them, and brought back to it.
{% endhint %}
`,
      },
    ],
  },
  {
    title: 'Working together',
    type: 'group',
    pages: [
      {
        title: 'Change requests',
        icon: 'code-pull-request',
        description: 'Prepare changes beside what readers see, and merge them when they are good',
        markdown: `This space is edited **live**: what you change is there at once. Most spaces are better **locked**: they are changed through change requests.

{% stepper %}
{% step %}
### Open one

It begins with what the space has, as a draft that only changes when somebody edits it.
{% endstep %}

{% step %}
### Edit it

Change as many pages as you like. Several people can do so at the same time.
{% endstep %}

{% step %}
### Have it reviewed

Reviewers approve it, or ask for changes. Merge rules can ask for that before anything is merged.
{% endstep %}

{% step %}
### Merge it

What others changed meanwhile is kept: pages are merged paragraph by paragraph, and word by word.
{% endstep %}
{% endstepper %}

<details>

<summary>And if two people changed the same sentence?</summary>

Then nothing is merged, and nothing is lost. Bring the change request up to date: both versions stand in the page, and whoever settles it chooses one or writes a third.

</details>
`,
      },
      {
        title: 'Who may do what',
        icon: 'users',
        description: 'Roles, teams and exceptions',
        markdown: `Everybody in the organization has a role. Each can do what those above it in this table can, and more:

| Role | Adds |
| --- | --- |
| \`read\` | RevisionSnapshot |
| \`comment\` | Opening change requests |
| \`edit\` | Editing live spaces, and the change requests of others |
| \`review\` | Reviewing and merging |
| \`create\` | Making, moving and deleting spaces and collections, and saying who may do what there |
| \`admin\` | Everything, members and settings included |

A space or a collection can make exceptions: for a person, for a team, or for everybody. The nearest statement counts, not the highest.
`,
      },
    ],
  },
  {
    title: 'For programs',
    type: 'group',
    pages: [
      {
        title: 'The API',
        icon: 'code',
        description: 'All that Lectern does can be done by a program',
        markdown: `The first start of the server printed a token. With it, everything here can be read and changed:

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
If your server runs elsewhere, put its address in place of \`http://localhost:3000\`. \`/docs/api\` on it describes every operation, \`/openapi.json\` does so for programs.
{% endhint %}

The API is the one of GitBook: its client, [@gitbook/api](https://www.npmjs.com/package/@gitbook/api), works with Lectern when it is given your server's address.
`,
      },
      {
        title: 'The command line',
        icon: 'terminal',
        markdown: `Where the server runs, \`npx lectern\` looks after it:

| Command | What it does |
| --- | --- |
| \`lectern serve\` | Starts the server |
| \`lectern doctor\` | Says what is wrong with an installation |
| \`lectern user create\` | Adds a person |
| \`lectern token create\` | Makes a token, and prints nothing else |
| \`lectern import\` | Makes a space what a folder, an archive or a git repository says |
| \`lectern export\` | Writes a space as a folder of Markdown |
| \`lectern backup\` | Writes everything into one file, while the server runs |
| \`lectern restore\` | Makes an empty installation what it was at a backup |
| \`lectern migrate\` | Brings the database to this version |
| \`lectern openapi\` | Prints the description of the API |

Each explains itself with \`--help\`.
`,
      },
    ],
  },
];
