import Type from 'typebox';
import { List, pagedQuery } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { MAX_EDIT_BYTES } from '../../../kernel/markdown/limits.ts';
import {
  BacklinkList,
  bodyQuery,
  ContentChanges,
  ContentEditResult,
  changeRequestLinksQuery,
  changesQuery,
  compatQuery,
  contentQuery,
  historyQuery,
  LinkList,
  linksQuery,
  ReusableContent,
  Revision,
  RevisionFile,
  RevisionList,
  RevisionPage,
  RevisionSemanticChanges,
} from '../../content/index.ts';
import { ChangeRequest, onChangeRequest } from '../change-requests.contract.ts';

const query = Type.Object(contentQuery);
const withBody = Type.Object({ ...contentQuery, ...bodyQuery });

/** Operations on the content of change requests. */
export const changeRequestContentContract = {
  updateChangeRequestContent: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content',
    summary: 'Edit the content of a change request; all changes are applied, or none',
    ...onChangeRequest('edit'),
    query: compatQuery,
    body: ContentChanges,
    bodyLimit: MAX_EDIT_BYTES,
    responses: {
      200: Type.Union([
        ChangeRequest,
        Type.Object({ changeRequest: ChangeRequest, ...ContentEditResult.properties }),
      ]),
    },
  }),
  getRevisionOfChangeRequestById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content',
    summary: 'Get the content of a change request',
    ...onChangeRequest('view'),
    query,
    responses: { 200: Revision },
  }),
  listPagesInChangeRequest: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages',
    summary: 'List the pages of a change request, as a tree',
    ...onChangeRequest('view'),
    query,
    responses: { 200: Type.Object({ pages: Revision.properties.pages }) },
  }),
  listFilesInChangeRequestById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content/files',
    summary: 'List the files of a change request, oldest first',
    ...onChangeRequest('view'),
    query: pagedQuery(contentQuery),
    responses: { 200: List(RevisionFile) },
  }),
  getFileInChangeRequestById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}',
    summary: 'Get a file of a change request',
    ...onChangeRequest('view'),
    query,
    responses: { 200: RevisionFile },
  }),
  getPageInChangeRequestById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
    summary: 'Get a page of a change request',
    ...onChangeRequest('view'),
    query: withBody,
    responses: { 200: RevisionPage },
  }),
  getPageInChangeRequestByPath: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}',
    hasRestParameter: true,
    summary: 'Get the page at a path of a change request, or the page that used to have it',
    ...onChangeRequest('view'),
    query: withBody,
    responses: { 200: RevisionPage },
  }),
  getReusableContentInChangeRequestById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}',
    summary: 'Get a reusable content of a change request',
    ...onChangeRequest('view'),
    query,
    responses: { 200: ReusableContent },
  }),
  getChangeRequestChanges: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/changes',
    summary: 'List the changes of a change request: pages, files, reusable contents and variables',
    ...onChangeRequest('view'),
    query: changesQuery,
    responses: { 200: RevisionSemanticChanges },
  }),
  listRevisionsForChangeRequest: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/revisions',
    summary: 'List the revisions of a change request, newest first, without their content',
    ...onChangeRequest('view'),
    query: historyQuery,
    responses: { 200: RevisionList },
  }),
  listChangeRequestLinks: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/links',
    summary: 'List the links in the content of a change request, and which are broken',
    ...onChangeRequest('view'),
    query: changeRequestLinksQuery,
    responses: { 200: LinkList },
  }),
  listPageLinksInChangeRequest: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links',
    summary: 'List the links of a page of a change request, and which are broken',
    ...onChangeRequest('view'),
    query: linksQuery,
    responses: { 200: LinkList },
  }),
  listChangeRequestPageBacklinks: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks',
    summary: 'List the links to a page, in a change request and in other spaces that you can see',
    ...onChangeRequest('view'),
    query: pagedQuery(),
    responses: { 200: BacklinkList },
  }),
  listChangeRequestFileBacklinks: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks',
    summary: 'List the links to a file, in a change request and in other spaces that you can see',
    ...onChangeRequest('view'),
    query: pagedQuery(),
    responses: { 200: BacklinkList },
  }),
};
