import { jsonText } from '../../../kernel/contract/json-text.ts';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listText } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import { toUser } from '../../identity/index.ts';
import type { membersContract } from './members.contract.ts';
import type { MemberItem, MembersService } from './members.service.ts';
import type { MemberRow } from './members.store.ts';

/** A member as the API shows them. */
export const toMember = (links: Links, row: MemberRow) => ({
  object: 'member' as const,
  id: row.user_id,
  role: row.role,
  user: toUser(links, row),
  disabled: row.disabled,
  joinedAt: row.joined_at.toISOString(),
  ...(row.last_seen_at && { lastSeenAt: row.last_seen_at.toISOString() }),
  sso: row.sso,
  spaces: Number(row.spaces ?? 0),
  teams: Number(row.teams),
});

/** The text of members in lists; kept, because what a member shows depends on nothing else. */
const createItemTexts = (links: Links) => {
  const texts = new WeakMap<object, { readonly spaces: number; readonly text: string }>();
  return ({ row, spaces }: MemberItem): string => {
    const known = texts.get(row);
    if (known?.spaces === spaces) return known.text;
    const text = JSON.stringify(toMember(links, { ...row, spaces }));
    texts.set(row, { spaces, text });
    return text;
  };
};

/** Maps operations to service calls and responses. */
export const membersHandlers = (
  members: MembersService,
  links: Links,
  textOf = createItemTexts(links),
): Handlers<typeof membersContract> => ({
  listMembersInOrganizationById: async ({ subject, query, page }) =>
    jsonText(
      listText(
        page,
        await members.list(subject.id, query, page),
        ({ row }) => [
          (query.sort === 'lastSeenAt' ? row.last_seen_at! : row.joined_at).toISOString(),
          row.user_id,
        ],
        textOf,
      ),
    ),
  getMemberInOrganizationById: async ({ caller, subject, params }) =>
    toMember(links, await members.get(caller, subject, params.userId)),
  updateMemberInOrganizationById: async ({ caller, subject, params, body }) =>
    toMember(links, await members.update(caller, subject.id, params.userId, body)),
  removeMemberFromOrganizationById: async ({ caller, params }) => {
    await members.remove(caller, params.organizationId, params.userId);
    return undefined;
  },
  updateOrganizationMemberLastSeenAt: async ({ caller, subject }) => {
    await members.recordActivity(caller, subject.id);
    return {};
  },
  setUserAsSSOMemberForOrganization: async ({ caller, subject, params }) =>
    toMember(links, await members.enableSso(caller, subject.id, params.userId)),
});
