/** Asks for something that changes; who asks for the same at the same time shares the answer. */
export type Coalesce<T> = (name: string, ask: () => Promise<T>) => Promise<T>;

interface Question<T> {
  readonly now: Promise<T>;
  /** Whether it is on its way: who comes later may have seen something that it does not. */
  isAsked: boolean;
  next: Promise<T> | undefined;
}

/**
 * One question at a time under each name, asked when all who came in the same turn have come. Who comes while one is
 * under way is answered by the next, which sees all that was there when they came: a crowd costs a query every now and
 * then, and nobody is told what is no longer true.
 */
export const createCoalesce = <T>(): Coalesce<T> => {
  const running = new Map<string, Question<T>>();
  const begin = (name: string, ask: () => Promise<T>): Promise<T> => {
    const now = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      question.isAsked = true;
      return ask();
    });
    const question: Question<T> = { now, isAsked: false, next: undefined };
    running.set(name, question);
    const end = () => {
      if (!question.next) running.delete(name);
    };
    now.then(end, end);
    return now;
  };
  return (name, ask) => {
    const question = running.get(name);
    if (!question) return begin(name, ask);
    if (!question.isAsked) return question.now;
    const next = () => begin(name, ask);
    question.next ??= question.now.then(next, next);
    return question.next;
  };
};
