import { insertToken, newSecret } from '../packages/server/src/kernel/auth/tokens.ts';
import { openDatabase } from '../packages/server/src/kernel/database/database.ts';
import { createIds } from '../packages/server/src/kernel/ids.ts';

/** Creates tokens of users, by their e-mail addresses. */
export const tokensOf = async (
  connectionString: string,
  emails: readonly string[],
): Promise<readonly string[]> => {
  const { db, close } = openDatabase({ connectionString });
  const newId = createIds();
  const secrets: string[] = [];
  for (const email of emails) {
    const user = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const secret = newSecret();
    await insertToken(db, {
      id: newId(),
      userId: user.id,
      secret,
      label: 'bench',
      scopes: undefined,
      createdAt: new Date(),
      expiresAt: undefined,
    });
    secrets.push(secret);
  }
  await close();
  return secrets;
};
