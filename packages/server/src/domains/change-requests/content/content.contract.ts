import Type from 'typebox';
import { List, pagedQuery } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import {
  BacklinkList,
  bodyQuery,
  ContentChanges,
  ContentOutcome,
  changeRequestLinksQuery,
  changesQuery,
  compatQuery,
  contentQuery,
  LinkList,
  linksQuery,
  ReusableContent,
  Revision,
  RevisionFile,
  RevisionPage,
  RevisionSemanticChanges,
} from '../../content/index.ts';
import { ChangeRequest, onChangeRequest } from '../change-requests.contract.ts';

const query = Type.Object(contentQuery);
const withBody = Type.Object({ ...contentQuery, ...bodyQuery });

/** The content of a change request. */
export const changeRequestContentContract = {
  updateChangeRequestContent: operation({
    method: 'POST',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content',
    summary: 'Change the content of a change request; all changes, or none',
    ...onChangeRequest('edit'),
    query: compatQuery,
    body: ContentChanges,
    bodyLimit: 8 * 1024 * 1024,
    responses: {
      200: Type.Union([
        ChangeRequest,
        Type.Object({ changeRequest: ChangeRequest, ...ContentOutcome.properties }),
      ]),
    },
  }),
  getRevisionOfChangeRequestById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content',
    summary: 'All content of a change request',
    ...onChangeRequest('view'),
    query,
    responses: { 200: Revision },
  }),
  listPagesInChangeRequest: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages',
    summary: 'The pages of a change request, as a tree',
    ...onChangeRequest('view'),
    query,
    responses: { 200: Type.Object({ pages: Revision.properties.pages }) },
  }),
  listFilesInChangeRequestById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content/files',
    summary: 'The files of a change request, oldest first',
    ...onChangeRequest('view'),
    query: pagedQuery(contentQuery),
    responses: { 200: List(RevisionFile) },
  }),
  getFileInChangeRequestById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}',
    summary: 'A file of a change request',
    ...onChangeRequest('view'),
    query,
    responses: { 200: RevisionFile },
  }),
  getPageInChangeRequestById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
    summary: 'A page of a change request',
    ...onChangeRequest('view'),
    query: withBody,
    responses: { 200: RevisionPage },
  }),
  getPageInChangeRequestByPath: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}',
    takesRest: true,
    summary: 'The page at a path of a change request, or the one that was there',
    ...onChangeRequest('view'),
    query: withBody,
    responses: { 200: RevisionPage },
  }),
  getReusableContentInChangeRequestById: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}',
    summary: 'A reusable content of a change request',
    ...onChangeRequest('view'),
    query,
    responses: { 200: ReusableContent },
  }),
  getChangeRequestChanges: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/changes',
    summary: 'What a change request changes: pages, files, reusable contents and variables',
    ...onChangeRequest('view'),
    query: changesQuery,
    responses: { 200: RevisionSemanticChanges },
  }),
  listChangeRequestLinks: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/links',
    summary: 'What the content of a change request refers to, and what of it is not there',
    ...onChangeRequest('view'),
    query: changeRequestLinksQuery,
    responses: { 200: LinkList },
  }),
  listPageLinksInChangeRequest: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links',
    summary: 'What a page of a change request refers to, and what of it is not there',
    ...onChangeRequest('view'),
    query: linksQuery,
    responses: { 200: LinkList },
  }),
  listChangeRequestPageBacklinks: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks',
    summary: 'The places that refer to a page, in a change request and in other spaces that you can see',
    ...onChangeRequest('view'),
    query: pagedQuery(),
    responses: { 200: BacklinkList },
  }),
  listChangeRequestFileBacklinks: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks',
    summary: 'The places that refer to a file, in a change request and in other spaces that you can see',
    ...onChangeRequest('view'),
    query: pagedQuery(),
    responses: { 200: BacklinkList },
  }),
};
