import Type from 'typebox';
import { ApiError, badRequest } from '../../kernel/errors/errors.ts';
import type { OwnApi } from './own-api.ts';

const idInput = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, pattern: '^[\\w-]+$', description });

/** Inputs that several tools have. */
export const INPUTS = {
  organization: Type.Optional(idInput('The id of an organization; needed by members of several')),
  space: idInput('The id of the space'),
  page: idInput('The id of the page'),
  pageAbove: idInput('The id of the page or group above a new page'),
  changeRequest: idInput('The id of a change request, or its number in the space'),
};

const MAX_NAMED = 20;

/** The organization of a call: the given one, or the only one of the member. */
export const organizationOf = async (api: OwnApi, given: string | undefined): Promise<string> => {
  if (given !== undefined) return given;
  const { items } = await api.call('GET', '/orgs', { query: { limit: MAX_NAMED } });
  if (items.length === 1) return items[0].id;
  if (items.length === 0) throw badRequest('You are a member of no organization.');
  const named = items.map(({ id, title }: { id: string; title: string }) => `${title} (${id})`);
  throw badRequest(`You are a member of several organizations: give one of ${named.join(', ')}.`);
};

/** The path of a space's content, or of that of a change request. */
export const contentPath = (space: string, changeRequest: string | undefined): string =>
  changeRequest === undefined
    ? `${spacePath(space)}/content`
    : `${changeRequestPath(space, changeRequest)}/content`;

/** The path of a space in the API. */
export const spacePath = (space: string): string => `/spaces/${encodeURIComponent(space)}`;

/** The path of a change request in the API. */
export const changeRequestPath = (space: string, id: string): string =>
  `${spacePath(space)}/change-requests/${encodeURIComponent(id)}`;

/** The organization and the space that an input names, if the caller may see them. */
export const placeOf = async (
  api: OwnApi,
  { space, organization }: { readonly space?: string; readonly organization?: string },
): Promise<{ organization: string; space?: string } | undefined> => {
  try {
    if (space !== undefined) return { organization: (await spaceOf(api, space)).organization, space };
    if (organization === undefined) return undefined;
    return { organization: (await api.call('GET', `/orgs/${encodeURIComponent(organization)}`)).id };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined;
    throw error;
  }
};

/** A space that the caller may see. */
export const spaceOf = async (
  api: OwnApi,
  id: string,
): Promise<{ id: string; title: string; organization: string }> => api.call('GET', spacePath(id));
