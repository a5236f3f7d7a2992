/** Asks for something that changes; who asks for the same at the same time shares the answer. */
export type SharedQuestions<T> = (name: string, ask: () => Promise<T>) => Promise<T>;

/**
 * One question at a time under each name. Who comes while one is under way is answered by the next, which sees all that
 * was there when they came: a crowd costs a query every now and then, and nobody is told what is no longer true.
 */
export const createSharedQuestions = <T>(): SharedQuestions<T> => {
  const running = new Map<string, { readonly now: Promise<T>; next: Promise<T> | undefined }>();
  const begin = (name: string, ask: () => Promise<T>): Promise<T> => {
    const question = { now: ask(), next: undefined as Promise<T> | undefined };
    running.set(name, question);
    const end = () => {
      if (!question.next) running.delete(name);
    };
    question.now.then(end, end);
    return question.now;
  };
  return (name, ask) => {
    const question = running.get(name);
    if (!question) return begin(name, ask);
    const next = () => begin(name, ask);
    question.next ??= question.now.then(next, next);
    return question.next;
  };
};
