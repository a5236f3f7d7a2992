import { renderSignInTest } from '@lectern/site';
import type { PageResponse } from '../../../kernel/contract/operation.ts';
import { htmlPage, type PagesService, redirectTo, sentenceOf } from '../../sessions/index.ts';
import type { SignInEnd, SignInTest } from './sign-in-test.ts';

const testPage = (pages: Pick<PagesService, 'styles'>, test: SignInTest): PageResponse => {
  const { kind, provider, person, problem, detail, statements } = test;
  return htmlPage(
    renderSignInTest({
      styles: pages.styles(),
      provider: provider.label,
      person,
      problem: problem && sentenceOf(problem),
      detail,
      statements,
      settings: `/app/o/${provider.organization_id}/~/settings/sso/${kind}/${provider.id}`,
      again: testPath(kind, provider),
    }),
  );
};

/** The path that starts a test of an identity provider. */
const testPath = (kind: SignInTest['kind'], { organization_id, id }: SignInTest['provider']): string =>
  `/login/organizations/${organization_id}/${kind}/${id}/test`;

/** Redirects to the sign-in link, or shows the result of a test. */
export const endPage = (pages: Pick<PagesService, 'styles'>, end: SignInEnd): PageResponse =>
  'url' in end ? redirectTo(end.url) : testPage(pages, end.test);
