/** Calls the API as a person; the path starts after `/v1`. */
type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: responses of many operations
) => Promise<{ readonly status: number; readonly body: any }>;

/** A person who works on the sample. */
export interface SamplePerson {
  readonly id: string;
  readonly name: string;
  readonly call: Call;
}

/** The ids of the sample, which the addresses of screens contain. */
export interface Sample {
  readonly organizationId: string;
  readonly collectionId: string;
  readonly spaceId: string;
  readonly handbookId: string;
  readonly emptySpaceId: string;
  readonly revisionId: string;
  readonly pageId: string;
  readonly personId: string;
  readonly teamId: string;
  readonly samlProviderId: string;
  readonly oidcProviderId: string;
  readonly importRunId: string;
  readonly taskId: string;
  readonly siteId: string;
  readonly requests: {
    readonly open: number;
    readonly conflict: number;
    /** Conflicts that are to be resolved: a text, a title, a deleted page and a reusable content. */
    readonly unresolved: number;
    readonly draft: number;
  };
}

const INSTALL = `Lectern runs on one machine. You need Node.js 20 and npm; the database is bundled.

## Install

{% hint style="info" %}
The first start takes a minute or two, because it **installs the dependencies**.
{% endhint %}

{% tabs %}
{% tab title="npm" %}
\`\`\`sh
git clone https://example.com/lectern.git
npm start
\`\`\`
{% endtab %}

{% tab title="Docker" %}
\`\`\`sh
docker run -p 3000:3000 lectern
\`\`\`
{% endtab %}
{% endtabs %}

## Settings

| Setting | Default | Meaning |
| --- | --- | --- |
| \`PORT\` | 3000 | The port of the server |
| \`PUBLIC_URL\` | – | The address that readers use |
| \`DATABASE_URL\` | embedded | A PostgreSQL of your own |

Open the address in a browser:

* [ ] sign in with the printed link
* [ ] create a space
* [x] read this page

> Plain words are easier to translate.
`;
const UPGRADE = `Stop the server, fetch the new version, and start it again.

\`\`\`sh
git pull
npm start
\`\`\`

Migrations run by themselves. A backup takes one command: \`npx lectern backup\`.
`;
const TOPICS = [
  ['Getting started', 'rocket', ['Install', 'Upgrade', 'First steps']],
  ['Guides', 'compass', ['Write pages', 'Review changes', 'Publish a site', 'Translate']],
  [
    'Reference',
    'book',
    ['Configuration', 'Command line', 'Limits of pages, files and spaces of an organization'],
  ],
] as const;

const bodyOf = (title: string): string =>
  title === 'Install'
    ? INSTALL
    : title === 'Upgrade'
      ? UPGRADE
      : `${title} in short.\n\n## Before you start\n\nRead [Install](https://example.com/) first.\n\n## Steps\n\n1. Open the space.\n2. Change what you want.\n3. Ask somebody to review it.\n`;

/** Creates an organization's content as a team would have it after a while. */
export const createSample = async (
  organizationId: string,
  { me, ann, ben }: { readonly me: SamplePerson; readonly ann: SamplePerson; readonly ben: SamplePerson },
): Promise<Sample> => {
  const must = async (person: SamplePerson, ...request: Parameters<Call>) => {
    const { status, body } = await person.call(...request);
    if (status >= 300) throw new Error(`${request[0]} ${request[1]}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const at = `/orgs/${organizationId}`;
  const collection = async (title: string, parent?: string): Promise<string> =>
    (await must(me, 'POST', `${at}/collections`, { title, ...(parent && { parent }) })).id;
  const space = async (title: string, fields: object = {}): Promise<string> =>
    (await must(me, 'POST', `${at}/spaces`, { title, editMode: 'live', ...fields })).id;
  const edit = (person: SamplePerson, place: string, changes: readonly object[]) =>
    must(person, 'POST', `${place}/content?compat=false`, { changes });

  const products = await collection('Products');
  const archive = await collection('Archive', products);
  const engineering = await collection('Engineering');
  const docs = await space('Lectern documentation', { parent: products, empty: true });
  await space('API reference', { parent: products });
  await space('Documentation of version 1, kept for readers', { parent: archive });
  await space('Runbooks', { parent: engineering });
  await space('Architecture decisions', { parent: engineering });
  const handbook = await space('Handbook', { template: { id: 'introduction' } });
  const empty = await space('Ideas', { empty: true });
  const trashed = await space('Old roadmap');
  await must(me, 'DELETE', `/spaces/${trashed}`);

  const team = await must(me, 'PUT', `${at}/teams`, { title: 'Writers', members: [ann.id, ben.id] });
  await must(me, 'POST', `/spaces/${handbook}/permissions`, { role: 'review', teams: [team.id] });
  await must(me, 'POST', `/collections/${products}/permissions`, { role: 'create', users: [ben.id] });

  await must(me, 'POST', `${at}/link-invites`, { role: 'comment' });
  const saml = await must(me, 'POST', `${at}/saml`, { label: 'Staff', defaultTeam: team.id });
  const oidc = await must(me, 'POST', `${at}/oidc`, { label: 'Partners' });

  const place = `/spaces/${docs}`;
  const pages = new Map<string, string>();
  for (const [group, icon, titles] of TOPICS) {
    const made = await edit(me, place, [
      { operation: 'insert_page', title: group, icon, document: { markdown: `${group}.` } },
    ]);
    const into = made.changes[0].page.id as string;
    for (const title of titles) {
      const { changes } = await edit(me, place, [
        { operation: 'insert_page', title, into, document: { markdown: bodyOf(title) } },
      ]);
      pages.set(title, changes[0].page.id);
    }
  }
  const { revision } = await must(me, 'GET', place);

  const propose = async (person: SamplePerson, subject: string, page: string, markdown: string) => {
    const { number } = await must(person, 'POST', `${place}/change-requests`, { subject });
    await edit(person, `${place}/change-requests/${number}`, [
      { operation: 'update_page', page: pages.get(page), document: { markdown } },
    ]);
    return number as number;
  };
  const review = (number: number, by: SamplePerson, of: SamplePerson) =>
    must(by, 'POST', `${place}/change-requests/${number}/requested-reviewers`, { users: [of.id] });

  const merged = await propose(
    ann,
    'Say how long a backup takes',
    'Upgrade',
    `${UPGRADE}\nIt takes seconds.\n`,
  );
  await must(me, 'POST', `${place}/change-requests/${merged}/merge`);
  const conflict = await propose(
    me,
    'Name the supported versions',
    'Install',
    INSTALL.replace('Node.js 20', 'Node.js 20 or 22'),
  );
  const open = await propose(
    ann,
    'Explain the installer',
    'Install',
    INSTALL.replace('takes a minute or two', 'takes about a minute')
      .replace('3000', '8080')
      .replace('> Plain words', 'Ask in the forum if something is unclear.\n\n> Plain words'),
  );
  await edit(ann, `${place}/change-requests/${open}`, [
    { operation: 'insert_page', title: 'Uninstall', document: { markdown: 'Delete the folder.' } },
  ]);
  await review(open, ann, me);
  await must(ben, 'POST', `${place}/change-requests/${open}/comments`, {
    page: pages.get('Install'),
    body: { markdown: 'Is **8080** free on most machines?' },
  });
  const blockOf = async (at: string, title: string, words: string): Promise<string> => {
    const { document } = await must(me, 'GET', `${at}/content/page/${pages.get(title)}?format=document`);
    return document.nodes.find((block: object) => JSON.stringify(block).includes(words)).key;
  };
  await must(ben, 'POST', `${place}/change-requests/${open}/comments`, {
    page: pages.get('Install'),
    node: await blockOf(`${place}/change-requests/${open}`, 'Install', 'Ask in the forum'),
    body: {
      markdown:
        'Say where it is.\n\n```suggestion\nAsk in the forum at forum.example.com if something is unclear.\n```',
    },
  });
  await must(me, 'PATCH', `${place}/change-requests/${conflict}`, { status: 'open' });
  await review(await propose(ben, 'Shorten the list of limits', 'Configuration', 'One table.\n'), ben, me);
  const draft = await propose(me, 'Draft of a glossary', 'Write pages', 'A glossary will be here.\n');
  // The page changes in the space, too.
  await edit(me, place, [
    {
      operation: 'update_page',
      page: pages.get('Install'),
      document: { markdown: INSTALL.replace('Node.js 20', 'Node.js 24') },
    },
  ]);
  const notice = (text: string) => ({ document: { markdown: text } });
  const { insertedReusableContents } = await edit(me, place, [
    { operation: 'insert_reusable_content', title: 'Support', ...notice('Write to help@example.com.') },
  ]);
  const reusableContent = insertedReusableContents[0].id as string;
  const unresolved = await propose(
    ben,
    'Clean up the guides',
    'Publish a site',
    bodyOf('Publish a site').replace('Ask somebody', 'Ask a colleague'),
  );
  await edit(ben, `${place}/change-requests/${unresolved}`, [
    { operation: 'update_page', page: pages.get('Translate'), title: 'Translate pages' },
    { operation: 'update_page', page: pages.get('Command line'), document: { markdown: 'All commands.' } },
    { operation: 'update_reusable_content', reusableContent, ...notice('Write to support@example.com.') },
  ]);
  await edit(me, place, [
    {
      operation: 'update_page',
      page: pages.get('Publish a site'),
      document: { markdown: bodyOf('Publish a site').replace('Ask somebody', 'Ask two people') },
    },
    { operation: 'update_page', page: pages.get('Translate'), title: 'Translations' },
    { operation: 'delete_page', page: pages.get('Command line') },
    { operation: 'update_reusable_content', reusableContent, ...notice('Call us, or write to us.') },
  ]);
  await must(ben, 'POST', `${place}/change-requests/${unresolved}/update`);
  await must(ben, 'POST', `${place}/comments`, {
    page: pages.get('Upgrade'),
    node: await blockOf(place, 'Upgrade', 'Migrations run'),
    quote: { text: 'by themselves' },
    body: { markdown: `Do we also test downgrades, [${me.name}](/users/${me.id} "mention")?` },
  });

  await must(me, 'PUT', `${place}/git/connection`, {
    url: 'https://git.example.com/acme/docs.git',
    branch: 'main',
    directory: 'docs',
    authentication: { type: 'token', token: 'a token' },
  });
  const petstore = 'openapi: 3.0.3\ninfo:\n  title: Pets\n  version: "1"\npaths:\n  /pets:\n    get: 7\n';
  await must(me, 'PUT', `${at}/openapi/petstore`, { source: { text: petstore } });
  await must(me, 'POST', `${at}/webhooks`, {
    url: 'https://search.example.com/hooks/docs',
    description: 'Tell the search engine',
    events: ['space_content_updated'],
  });
  await must(me, 'PUT', `${at}/translations-glossary`, {
    operations: [
      { type: 'insert', translations: { en: 'change request', de: 'Änderungsantrag', fr: 'demande' } },
    ],
  });

  const run = await must(me, 'POST', `/org/${organizationId}/imports`, {
    source: { type: 'website', url: 'https://docs.example.com/' },
    target: { space: empty },
  });
  await must(ann, 'POST', `${at}/agent-tasks`, {
    space: docs,
    origin: { type: 'question', question: 'How do I move the server to another machine?' },
  });
  const task = await must(me, 'POST', `${at}/agent-tasks`, {
    space: docs,
    instructions: 'Explain how to install Lectern behind a proxy.\nMention the public address.',
    status: 'started',
  });
  const site = await must(me, 'POST', `${at}/sites`, {
    title: 'Documentation of Lectern and all of its integrations',
    spaces: [docs],
  });
  const sitePath = `${at}/sites/${site.id}`;
  await must(me, 'POST', `${sitePath}/sections`, { spaceId: handbook });
  await must(me, 'POST', `${sitePath}/section-groups`, { title: 'More' });
  await must(me, 'POST', `${sitePath}/share-links`, { name: 'Partners' });
  await must(me, 'PUT', `${sitePath}/redirects`, {
    redirects: [
      { source: '/old-install', destination: { kind: 'external', url: 'https://example.com/install' } },
      { source: '/blog/*', destination: { kind: 'external', url: 'https://blog.example.com/' } },
    ],
  });
  await must(me, 'POST', `${sitePath}/publish`);
  return {
    organizationId,
    siteId: site.id,
    collectionId: products,
    spaceId: docs,
    handbookId: handbook,
    emptySpaceId: empty,
    revisionId: revision,
    pageId: pages.get('Install')!,
    teamId: team.id,
    samlProviderId: saml.id,
    oidcProviderId: oidc.id,
    personId: ann.id,
    importRunId: run.id,
    taskId: task.id,
    requests: { open, conflict, unresolved, draft },
  };
};
