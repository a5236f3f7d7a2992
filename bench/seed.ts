/** The objects to measure. */
export interface Seed {
  readonly reader: string;
  readonly organizationId: string;
  /** In a collection, readable by role. */
  readonly spaceId: string;
  /** In a nested collection, readable by a grant to a team. */
  readonly grantedSpaceId: string;
}

/** The used fields of responses. */
interface Created {
  readonly id: string;
  readonly users: string[];
}

const SPACES = 100;

/** An organization with nested collections, some grants, and a reader who is not an administrator. */
export const seed = async (url: string, admin: string): Promise<Seed> => {
  const call = async (method: string, path: string, body?: unknown): Promise<Created> => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${admin}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? {} : await response.json()) as Created;
  };
  const organization = await call('POST', '/orgs', { title: 'Bench' });
  const at = `/orgs/${organization.id}`;
  const outer = await call('POST', `${at}/collections`, { title: 'Outer' });
  const inner = await call('POST', `${at}/collections`, { title: 'Inner', parent: outer.id });
  const spaces: Created[] = [];
  for (let i = 0; i < SPACES; i++) {
    const parent = [undefined, outer.id, inner.id][i % 3];
    spaces.push(await call('POST', `${at}/spaces`, { title: `Space ${i}`, ...(parent && { parent }) }));
  }
  const invited = await call('POST', `${at}/invites`, { emails: ['reader@bench.test'], role: 'edit' });
  const team = await call('PUT', `${at}/teams`, { title: 'Team', members: invited.users });
  await call('POST', `/collections/${inner.id}/permissions`, { role: 'review', teams: [team.id] });
  return {
    reader: 'reader@bench.test',
    organizationId: organization.id,
    spaceId: spaces[1]!.id,
    grantedSpaceId: spaces[2]!.id,
  };
};
