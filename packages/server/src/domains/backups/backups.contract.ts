import Type from 'typebox';
import { Id, List, pagedQuery, Timestamp } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';

const Backup = Type.Object({
  object: Type.Literal('backup'),
  id: Id,
  file: Type.String({ description: 'The path on the machine that made it' }),
  bytes: Type.Integer(),
  files: Type.Integer({ description: 'The number of stored files that it has' }),
  missing: Type.Integer({ description: 'The number of stored files that it lacks' }),
  version: Type.String({ description: 'The version of Lectern that made it' }),
  createdAt: Timestamp,
});

/** The backups of the server. */
export const backupsContract = {
  listServerBackups: operation({
    method: 'GET',
    path: '/server/backups',
    summary:
      'List the backups that `lectern backup` has finished, newest first, for the administrator of the server',
    permission: 'authenticated',
    query: pagedQuery(),
    responses: { 200: List(Backup) },
  }),
};
