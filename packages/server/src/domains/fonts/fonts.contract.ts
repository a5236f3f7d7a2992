import Type from 'typebox';
import { Empty, Id, List, Nullable, OneOf, Permissions, Url } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { inOrganization } from '../organizations/index.ts';

/** The largest number of weights of a font. */
export const MAX_FACES = 20;

const FontFamily = Type.String({ minLength: 1, maxLength: 50, pattern: '\\S' });
const Weight = Type.Integer({ minimum: 1, maximum: 1000 });
const StorageKey = Type.String({ minLength: 1, maxLength: 512 });

const CustomFont = Type.Object({
  id: Id,
  custom: Type.Literal(true),
  fontFamily: FontFamily,
  fontFaces: Type.Array(
    Type.Object({
      weight: Weight,
      sources: Type.Array(Type.Object({ url: Url, format: OneOf(['woff2', 'woff']) })),
    }),
  ),
  permissions: Permissions(['edit']),
});

const path = '/orgs/{organizationId}/fonts';

/** Fonts that are uploaded for the sites of an organization. */
export const fontsContract = {
  listCustomFonts: operation({
    method: 'GET',
    path,
    summary: 'List the fonts of an organization',
    permission: inOrganization('view'),
    responses: { 200: List(CustomFont) },
  }),
  createCustomFont: operation({
    method: 'PUT',
    path,
    summary: 'Create a font of uploaded WOFF or WOFF2 files, one for each weight; 400 is required',
    permission: inOrganization('createContent'),
    body: Type.Object({
      fontFamily: FontFamily,
      fontFaces: Type.Array(Type.Object({ weight: Weight, storageKey: StorageKey }), {
        minItems: 1,
        maxItems: MAX_FACES,
      }),
    }),
    responses: { 201: CustomFont },
  }),
  getCustomFont: operation({
    method: 'GET',
    path: `${path}/{fontId}`,
    summary: 'Get a font',
    permission: inOrganization('view'),
    responses: { 200: CustomFont },
  }),
  updateCustomFont: operation({
    method: 'POST',
    path: `${path}/{fontId}`,
    summary: 'Rename a font; add, replace, or with null remove weights',
    permission: inOrganization('createContent'),
    body: Type.Object({
      fontFamily: Type.Optional(FontFamily),
      fontFaces: Type.Optional(
        Type.Array(Type.Object({ weight: Weight, storageKey: Nullable(StorageKey) }), {
          maxItems: MAX_FACES,
        }),
      ),
    }),
    responses: { 201: CustomFont },
  }),
  deleteCustomFont: operation({
    method: 'DELETE',
    path: `${path}/{fontId}`,
    summary: 'Delete a font; sites that use it keep it. The status is 204 if there is no such font',
    permission: inOrganization('createContent'),
    responses: { 204: Empty, 205: Empty },
  }),
  readFontFile: operation({
    method: 'GET',
    path: '/font-files/{organizationId}/{fontFileName}',
    kind: 'file',
    summary: 'Download a file of a font',
    // Published pages load it.
    permission: 'public',
    responses: { 200: Type.String() },
  }),
};
