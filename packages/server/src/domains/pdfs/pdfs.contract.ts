import Type from 'typebox';
import { Url } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { onChangeRequest } from '../change-requests/index.ts';
import { spacePolicy } from '../spaces/index.ts';

const query = Type.Object({
  page: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'The page to begin with, instead of all pages' }),
  ),
  only: Type.Optional(
    Type.Boolean({ description: 'Whether the page stands alone, without those below it; needs `page`' }),
  ),
});
const PdfUrl = Type.Object({ url: Url });

/** Operations on PDFs of spaces and change requests. */
export const pdfsContract = {
  getSpacePDF: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/pdf',
    summary: 'An address of the content of a space as PDF, good for an hour without a token',
    permission: { policy: spacePolicy, can: 'view', on: 'spaceId' },
    query,
    responses: { 200: PdfUrl },
  }),
  getChangeRequestPDF: operation({
    method: 'GET',
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/pdf',
    summary: 'An address of the content of a change request as PDF, good for an hour without a token',
    ...onChangeRequest('view'),
    query,
    responses: { 200: PdfUrl },
  }),
  downloadPDF: operation({
    method: 'GET',
    path: '/pdfs/{pdfSeal}/{pdfName}',
    kind: 'file',
    summary: 'A PDF: waits until it is made, and sends those who waited long to the same address again',
    // Browsers send no token; the signed URL grants access.
    permission: 'public',
    responses: { 200: Type.String() },
  }),
};
