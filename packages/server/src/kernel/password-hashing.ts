/** Hashes passwords slowly, with a random salt (implemented by `adapters/argon2`). */
export interface PasswordHashing {
  /** The hash with its parameters, as text. */
  hash(password: string): Promise<string>;
  /** Whether a password has this hash. Without a hash it takes the same time and is false. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
}
