import { tooManyRequests } from '../../kernel/errors/errors.ts';
import type { PasswordHashing } from '../../kernel/password-hashing.ts';
import { createSemaphore } from '../../kernel/semaphore.ts';

// The minimum that OWASP recommends for argon2id: 19 MiB, two passes, one lane. `algorithm: 2` is argon2id.
const PARAMETERS = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

// Two of the four threads that Node has for such work, so that files and host names do not wait for passwords.
const CONCURRENCY = 2;
// Some seconds of work.
const MAX_WAITING = 100;
const RETRY_SECONDS = 5;

/** Argon2id with the library @node-rs/argon2. Hashes run outside the event loop, a few at a time. */
export const createPasswordHashing = (): PasswordHashing => {
  const semaphore = createSemaphore(CONCURRENCY);
  let waiting = 0;
  const inTurn = async <T>(work: (argon2: typeof import('@node-rs/argon2')) => Promise<T>): Promise<T> => {
    if (waiting >= MAX_WAITING) throw tooManyRequests(RETRY_SECONDS);
    waiting++;
    try {
      return await semaphore(async () => work(await import('@node-rs/argon2')));
    } finally {
      waiting--;
    }
  };
  // Equal characters can be encoded in several ways, depending on the keyboard.
  const normalized = (password: string) => password.normalize('NFKC');
  return {
    hash: (password) => inTurn(({ hash }) => hash(normalized(password), PARAMETERS)),
    verify: (expected, password) =>
      inTurn(async ({ hash, verify }) => {
        if (expected !== undefined) return verify(expected, normalized(password));
        await hash(normalized(password), PARAMETERS);
        return false;
      }),
  };
};
