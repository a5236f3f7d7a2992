import Type from 'typebox';
import { Url } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { onChangeRequest } from '../change-requests/index.ts';
import { onSpace } from '../spaces/index.ts';

const query = Type.Object({
  page: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'The first page; all pages by default' }),
  ),
  only: Type.Optional(Type.Boolean({ description: 'Whether to leave out the child pages; requires `page`' })),
});
const PdfUrl = Type.Object({ url: Url });

/** Operations on PDFs of spaces and change requests. */
export const pdfsContract = {
  getSpacePDF: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/pdf',
    summary: 'Get the URL of a PDF of a space, valid for an hour without a token',
    permission: onSpace('view'),
    query,
    responses: { 200: PdfUrl },
  }),
  getChangeRequestPDF: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/pdf',
    summary: 'Get the URL of a PDF of a change request, valid for an hour without a token',
    ...onChangeRequest('view'),
    query,
    responses: { 200: PdfUrl },
  }),
  downloadPDF: operation({
    method: 'GET',
    path: '/pdfs/{pdfSeal}/{pdfName}',
    kind: 'file',
    summary: 'Download a PDF; while it is rendered, the response redirects to the same URL',
    // Browsers send no token; the signed URL grants access.
    permission: 'public',
    responses: { 200: Type.String() },
  }),
};
