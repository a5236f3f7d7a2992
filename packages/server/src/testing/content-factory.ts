import type { Person } from './person.ts';

/** Creates objects in an organization, by default as its administrator, and returns their ids. */
export interface ContentFactory {
  space(title?: string, parent?: string, by?: Person): Promise<string>;
  collection(title?: string, parent?: string, by?: Person): Promise<string>;
  team(...members: Person[]): Promise<string>;
  site(wish?: object, by?: Person): Promise<string>;
}

const made = async (by: Person, method: string, path: string, body: object): Promise<string> => {
  const answer = await by.call(method, path, body);
  if (answer.status !== 201)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.id;
};

/** The content factory of an organization. */
export const contentFactoryOf = (organizationId: string, admin: Person): ContentFactory => {
  const at = (list: string) => `/orgs/${organizationId}/${list}`;
  return {
    space: (title = 'Space', parent, by = admin) =>
      made(by, 'POST', at('spaces'), { title, ...(parent && { parent }) }),
    collection: (title = 'Collection', parent, by = admin) =>
      made(by, 'POST', at('collections'), { title, ...(parent && { parent }) }),
    team: (...members) =>
      made(admin, 'PUT', at('teams'), { title: 'Team', members: members.map((member) => member.id) }),
    site: (wish = {}, by = admin) => made(by, 'POST', at('sites'), { title: 'Docs', ...wish }),
  };
};

/** The titles in a list, as seen by a user. */
export const listTitles = async (path: string, by: Person): Promise<string[]> =>
  (await by.call('GET', path)).body.items.map((item: { title: string }) => item.title);

/** Creates an empty space in the edit mode `live`. */
export const createLiveSpace = (
  org: ContentFactory & { id: string; admin: Person },
  fields: object = {},
): Promise<string> =>
  made(org.admin, 'POST', `/orgs/${org.id}/spaces`, {
    title: 'Docs',
    editMode: 'live',
    empty: true,
    ...fields,
  });
