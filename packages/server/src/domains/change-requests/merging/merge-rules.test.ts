import { describe, expect, test } from 'vitest';
import type { Person, TestOrganization } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';

describe('merge rules', () => {
  let org: TestOrganization;
  let space: string;
  let at: string;
  withOrganization((fresh) => {
    org = fresh.org;
  });

  const begin = async (subject = 'Change', ...rules: object[]) => {
    space = await org.space();
    await org.admin.call('PATCH', `/spaces/${space}`, { mergeRules: { type: 'rules', rules } });
    const { body } = await org.edit.call('POST', `/spaces/${space}/change-requests`, { subject });
    at = `/spaces/${space}/change-requests/${body.id}`;
  };
  const merge = (by: Person = org.review) => by.call('POST', `${at}/merge`);
  const review = (by: Person, status: string) => by.call('POST', `${at}/reviews`, { status });
  /** The message of the one rule that stands against a merge. */
  const unmet = async (by?: Person) => {
    const { status, body } = await merge(by);
    expect([status, body.error?.details?.length]).toEqual([409, 1]);
    expect(body.error.message).toContain(body.error.details[0].message);
    return body.error.details[0].message as string;
  };

  test('require a review', async () => {
    await begin('Change', { rule: 'require_at_least_one_review' });
    expect(await unmet()).toContain('require_at_least_one_review');
    await review(org.admin, 'changes-requested');
    expect((await merge()).status).toBe(200);
  });

  test('require the approval of every reviewer', async () => {
    await begin('Change', { rule: 'require_all_reviews_approved' });
    await review(org.admin, 'changes-requested');
    await review(org.review, 'approved');
    expect(await unmet()).toContain(org.admin.id);
    await review(org.admin, 'approved');
    // Outdated reviews still count.
    await org.edit.call('POST', `${at}/requested-reviewers`, { users: [org.admin.id] });
    expect((await merge()).status).toBe(200);
  });

  test('require the approval of all or one of the named reviewers', async () => {
    const users = [org.admin.id, org.create.id];
    await begin('Change', { rule: 'require_specific_reviewers', users });
    await review(org.admin, 'approved');
    expect(await unmet()).toContain(org.create.id);
    const { body } = await org.review.call('GET', `${at}/merge-status`);
    expect(body.rules).toEqual([
      {
        rule: 'require_specific_reviewers',
        isMet: false,
        message: `it is not approved by ${org.create.id}`,
        users,
      },
    ]);
    await review(org.create, 'approved');
    expect((await merge()).status).toBe(200);
    await begin('Change', { rule: 'require_one_of_specific_reviewers', users });
    await review(org.review, 'approved');
    expect(await unmet()).toContain('none of');
    await review(org.create, 'approved');
    expect((await merge()).status).toBe(200);
  });

  test('require an up-to-date change request with a subject', async () => {
    await begin('', { rule: 'require_change_request_subject' });
    expect(await unmet()).toContain('no subject');
    await org.edit.call('PATCH', at, { subject: 'Subject' });
    expect((await merge()).status).toBe(200);
    await begin('Change', { rule: 'require_change_request_description' });
    expect(await unmet()).toContain('no description');
    await begin('Change', { rule: 'require_up_to_date_change_request' });
    const late = at;
    const { body } = await org.edit.call('POST', `/spaces/${space}/change-requests`, {});
    at = `/spaces/${space}/change-requests/${body.id}`;
    expect((await merge()).status).toBe(200);
    at = late;
    expect(await unmet()).toContain('not up to date with the space');
    await org.edit.call('POST', `${at}/update`);
    expect((await merge()).status).toBe(200);
  });

  test('cannot require an agent review yet', async () => {
    await begin('Change', { rule: 'require_agent_review' });
    expect(await unmet()).toContain('agent');
  });

  test('evaluate an expression on the objects of the API', async () => {
    const expression =
      "changeRequest.subject.startsWith('Docs') && reviews.some((r) => r.status === 'approved' && r.reviewer.id !== changeRequest.createdBy.id) && actor.id !== changeRequest.createdBy.id && space.object === 'space'";
    await begin('Docs: better', { rule: 'custom', expression });
    expect(await unmet()).toContain('is false');
    await review(org.admin, 'approved');
    expect((await merge()).status).toBe(200);
    const mergeRules = { type: 'rules', rules: [{ rule: 'custom', expression: 'reviews.' }] };
    expect((await org.admin.call('PATCH', `/spaces/${space}`, { mergeRules })).status).toBe(400);
    await begin('Change', { rule: 'custom', expression: 'nothing.like.this' });
    expect(await unmet()).toContain('could not be evaluated: nothing is not defined');
  });

  test('report all failures at once, and do not apply to users who can bypass them', async () => {
    await begin(
      '',
      { rule: 'require_at_least_one_review' },
      { rule: 'require_change_request_subject' },
      { rule: 'allow_bypass', users: [org.admin.id] },
    );
    const { body } = await merge();
    expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'space.mergeRules.rules.0',
      'space.mergeRules.rules.1',
    ]);
    expect((await merge(org.admin)).status).toBe(200);
  });

  test('are those of the organization, unless the space has its own or none', async () => {
    const rules = [{ rule: 'require_at_least_one_review' }];
    await org.admin.call('PATCH', `/orgs/${org.id}`, { mergeRules: { type: 'rules', rules } });
    await begin();
    expect((await merge()).status).toBe(200);
    await begin();
    await org.admin.call('PATCH', `/spaces/${space}`, { mergeRules: { type: 'inherit' } });
    const { status, body } = await merge();
    expect([status, body.error.details[0].path]).toEqual([409, 'organization.mergeRules.rules.0']);
    await org.admin.call('PATCH', `/spaces/${space}`, { mergeRules: { type: 'none' } });
    expect((await merge()).status).toBe(200);
  });
});
