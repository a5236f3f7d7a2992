import type { Random } from '../../../document/src/testing/random.ts';
import { UNSIGNED_DESCRIPTION } from '../domains/sites/index.ts';
import { ROLES } from '../kernel/contract/common-schemas.ts';
import { createLiveSpace } from './content-factory.ts';
import type { Person, TestOrganization, TestServer } from './server.ts';
import { insertPage } from './showcase.ts';
import { type PublishedSite, publishSite } from './sites.ts';

/** Words that questions and many pages have. */
export const TOPICS = ['harbor', 'invoice', 'walrus', 'orchard', 'engine'] as const;

/** The claims that visitors of the site have, or not, and that nobody proves. */
export const CLAIMS = ['alpha', 'beta'] as const;

/** An organization whose every text has a word of its own, with a site. */
export interface SecretWorld {
  readonly org: TestOrganization;
  /** The people who ask, by their role in the organization. */
  readonly people: Readonly<Record<string, Person>>;
  readonly spaces: readonly string[];
  readonly site: PublishedSite;
  /** The key that signs the tokens of visitors. */
  readonly visitorKey: string;
  /** Words that each lead to one text, which has another word that no question has. */
  readonly lures: readonly string[];
}

const CONDITIONS = [
  'visitor.claims.unsigned.alpha',
  'visitor.claims.unsigned.beta',
  '!visitor.claims.unsigned.alpha',
  'visitor.claims.unsigned.alpha && visitor.claims.unsigned.beta',
  'visitor.claims.isCustomer',
  '!visitor.claims.isCustomer',
];

/** The words of texts that are in a response. */
export const secretsIn = (text: string): ReadonlySet<string> => new Set(text.match(/sec\d+ret/g));

/** The words of a world, counted. */
const createWords = () => {
  let count = 0;
  const lures: string[] = [];
  return {
    lures,
    secret: () => `sec${count++}ret`,
    lure: () => {
      const word = `lure${count++}word`;
      lures.push(word);
      return word;
    },
  };
};

const pagesOf = (random: Random, { secret, lure }: ReturnType<typeof createWords>): object[] => {
  const line = () => `The ${random.pick(TOPICS)} of ${lure()} is ${secret()}.`;
  const section = (): string => {
    const heading = random.chance(0.5)
      ? `## ${random.pick(TOPICS)} ${secret()}`
      : `## What is ${random.pick(TOPICS)} ${secret()}?`;
    const rest = random.chance(0.3)
      ? `| ${random.pick(TOPICS)} | ${lure()} |\n| --- | --- |\n| ${random.pick(TOPICS)} | ${secret()} |`
      : line();
    const body = `${line()}\n\n${rest}`;
    if (!random.chance(0.4)) return `${heading}\n\n${body}`;
    const open = `{% if ${random.pick(CONDITIONS)} %}`;
    return random.chance(0.5)
      ? `${heading}\n\n${body}\n\n${open}\n${line()}\n{% endif %}`
      : `${open}\n${heading}\n\n${body}\n{% endif %}`;
  };
  return Array.from({ length: 2 + random.below(3) }, () =>
    insertPage(
      `${random.pick(TOPICS)} ${secret()}`,
      [line(), ...Array.from({ length: random.below(3) }, section)].join('\n\n'),
      {
        ...(random.chance(0.5) && { description: `About ${random.pick(TOPICS)} ${secret()}` }),
        ...(random.chance(0.15) && { hidden: true }),
        ...(random.chance(0.15) && { noIndex: true }),
        ...(random.chance(0.3) && { condition: random.pick(CONDITIONS) }),
      },
    ),
  );
};

const must = async (person: Person, method: string, path: string, body: object): Promise<void> => {
  const answer = await person.call(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
};

/** Creates an organization with random spaces, levels, grants and conditions. */
export const createSecretWorld = async (server: TestServer, random: Random): Promise<SecretWorld> => {
  const org = await server.organization();
  const { create, review, edit, comment, read, guest } = org;
  const named = { create, review, edit, comment, read, guest };
  const people = Object.values(named);
  const words = createWords();
  const roles = [...ROLES.slice(1), null];
  const team = await org.admin.call('PUT', `/orgs/${org.id}/teams`, {
    title: 'Team',
    members: people.filter(() => random.chance(0.4)).map(({ id }) => id),
  });
  const collections: string[] = [];
  for (let at = 0; at < 2; at++) {
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/collections`, {
      title: `Collection ${words.secret()}`,
      ...(at > 0 && random.chance(0.5) && { parent: collections[0] }),
    });
    collections.push(body.id);
    if (random.chance(0.6))
      await must(org.admin, 'PATCH', `/collections/${body.id}`, { defaultLevel: random.pick(roles) });
  }
  const spaces: string[] = [];
  for (let at = 0; at < 4; at++) {
    const space = await createLiveSpace(org, {
      title: `Space ${words.secret()}`,
      ...(random.chance(0.5) && { parent: random.pick(collections) }),
    });
    spaces.push(space);
    await must(org.admin, 'POST', `/spaces/${space}/content`, { changes: pagesOf(random, words) });
    if (random.chance(0.7))
      await must(org.admin, 'PATCH', `/spaces/${space}`, { defaultLevel: random.pick(roles) });
    const granted = people.filter(() => random.chance(0.2)).map(({ id }) => id);
    const teams = random.chance(0.3) ? [team.body.id] : [];
    if (granted.length + teams.length > 0)
      await must(org.admin, 'POST', `/spaces/${space}/permissions`, {
        role: random.pick(ROLES.slice(1)),
        ...(granted.length > 0 && { users: granted }),
        ...(teams.length > 0 && { teams }),
      });
  }
  const site = await publishSite(
    server,
    org,
    spaces.slice(0, 3).map((space, at) => ({
      space,
      section: `Section ${at}`,
      ...(at > 0 && random.chance(0.5) && { condition: random.pick(CONDITIONS) }),
    })),
  );
  const at = `/orgs/${org.id}/sites/${site.id}`;
  await must(org.admin, 'PATCH', at, { adaptiveContent: { enabled: true } });
  const unsigned = {
    type: 'object',
    description: UNSIGNED_DESCRIPTION,
    properties: Object.fromEntries(CLAIMS.map((name) => [name, { type: 'boolean', description: name }])),
    additionalProperties: false,
  };
  await must(org.admin, 'PUT', `${at}/adaptive-schema`, {
    jsonSchema: {
      type: 'object',
      properties: { isCustomer: { type: 'boolean', description: 'Whether they pay' }, unsigned },
      additionalProperties: false,
    },
  });
  const { body: looks } = await org.admin.call('GET', `${at}/customization`);
  await must(org.admin, 'PUT', `${at}/customization`, { ...looks, ai: { mode: 'search' } });
  const auth = await org.admin.call('PATCH', `${at}/publishing/auth`, {
    backend: 'custom',
    fallbackURL: 'https://login.test/in',
  });
  return { org, people: named, spaces, site, visitorKey: auth.body.privateKey, lures: words.lures };
};

/** A question about a topic, a text, or both. */
export const questionOf = (random: Random, { lures }: SecretWorld): string => {
  const topic = random.pick(TOPICS);
  switch (random.below(4)) {
    case 0:
      return topic;
    case 1:
      return `What is the ${topic} of ${random.pick(lures)}?`;
    case 2:
      return random.pick(lures);
    default:
      return `${topic} ${random.pick(TOPICS)} ${random.pick(lures)}`;
  }
};
