import type { Answer, ApiRequest } from './api-client.ts';
import type { Person } from './person.ts';

/** Creates objects in an organization, by default as its administrator, and returns their ids. */
export interface ContentFactory {
  space(title?: string, parent?: string, by?: Person): Promise<string>;
  collection(title?: string, parent?: string, by?: Person): Promise<string>;
  team(...members: Person[]): Promise<string>;
  site(fields?: Partial<ApiRequest<'createSite'>['body']>, by?: Person): Promise<string>;
}

/** The content factory of an organization. */
export const contentFactoryOf = (organizationId: string, admin: Person): ContentFactory => {
  const params = { organizationId };
  const idOf = async (created: Promise<Answer<{ id: string }>>) => (await created).body.id;
  return {
    space: (title = 'Space', parent, by = admin) =>
      idOf(by.request('createSpace', { params, body: { title, ...(parent && { parent }) } })),
    collection: (title = 'Collection', parent, by = admin) =>
      idOf(by.request('createCollection', { params, body: { title, ...(parent && { parent }) } })),
    team: (...members) => {
      const body = { title: 'Team', members: members.map((member) => member.id) };
      return idOf(admin.request('createOrganizationTeam', { params, body }));
    },
    site: (fields = {}, by = admin) =>
      idOf(by.request('createSite', { params, body: { title: 'Docs', ...fields } })),
  };
};

/** The titles in a list, as seen by a user. */
export const listTitles = async (path: string, by: Person): Promise<string[]> =>
  (await by.call('GET', path)).body.items.map((item: { title: string }) => item.title);

/** Creates an empty space in the edit mode `live`. */
export const createLiveSpace = async (
  org: ContentFactory & { id: string; admin: Person },
  fields: ApiRequest<'createSpace'>['body'] = {},
): Promise<string> => {
  const { body } = await org.admin.request('createSpace', {
    params: { organizationId: org.id },
    body: { title: 'Docs', editMode: 'live', empty: true, ...fields },
  });
  return body.id;
};
