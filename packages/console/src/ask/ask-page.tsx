import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ListTodo } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { read } from '../api/queries.ts';
import { OrganizationLayout } from '../home/organization-layout.tsx';
import { Button } from '../primitives/button.tsx';
import { Field, TextInput } from '../primitives/field.tsx';
import { useTitle } from '../shell/use-title.ts';
import { useMayMakeTasks } from '../tasks/queries.ts';
import { AnswerView } from './answer-view.tsx';
import styles from './ask-page.module.css';
import { readAnswer } from './queries.ts';

const NewTaskDialog = lazy(async () => ({
  default: (await import('../tasks/new-task-dialog.tsx')).NewTaskDialog,
}));

const MAX_LENGTH = 512;

const Questions = ({
  heading,
  organizationId,
  questions,
}: {
  readonly heading: string;
  readonly organizationId: string;
  readonly questions: readonly string[];
}) =>
  questions.length > 0 && (
    <section className={styles.questions}>
      <h2>{heading}</h2>
      <ul>
        {questions.map((question) => (
          <li key={question}>
            <Link to="/o/$organizationId/~/ask" params={{ organizationId }} search={{ q: question }}>
              {question}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );

/** A question that no page answers, which can become a task. */
const Unanswered = ({
  organizationId,
  question,
}: {
  readonly organizationId: string;
  readonly question: string;
}) => {
  const [isTask, setTask] = useState(false);
  const mayMakeTasks = useMayMakeTasks(organizationId);
  return (
    <>
      <p role="status" className={styles.note}>
        No page that you can see answers “{question}”.
      </p>
      {mayMakeTasks && (
        <Button icon={ListTodo} onClick={() => setTask(true)}>
          Make a task…
        </Button>
      )}
      <Suspense>
        {isTask && (
          <NewTaskDialog
            organizationId={organizationId}
            origin={{ type: 'question', question }}
            onClose={() => setTask(false)}
          />
        )}
      </Suspense>
    </>
  );
};

const Answered = ({
  organizationId,
  question,
}: {
  readonly organizationId: string;
  readonly question: string;
}) => {
  const { data, error, isFetching, refetch } = useQuery(readAnswer(organizationId, question));
  if (isFetching)
    return (
      <p role="status" className={styles.note}>
        Looking for an answer…
      </p>
    );
  if (error || !data)
    return (
      <>
        <p role="alert" className={styles.note}>
          {error?.message}
        </p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </>
    );
  const { answer, sources, followupQuestions } = data;
  return (
    <>
      <section aria-label="Answer" className={styles.answer}>
        {answer && 'document' in answer ? (
          <AnswerView document={answer.document} sources={sources} />
        ) : (
          <Unanswered organizationId={organizationId} question={question} />
        )}
      </section>
      <Questions heading="Related" organizationId={organizationId} questions={followupQuestions} />
    </>
  );
};

const AskPage = ({
  organizationId,
  question,
}: {
  readonly organizationId: string;
  readonly question: string;
}) => {
  useTitle('Ask');
  const [text, setText] = useState(question);
  const navigate = useNavigate();
  const { data } = useQuery({
    ...read('/orgs/{organizationId}/ask/questions', { params: { organizationId } }),
    enabled: question === '',
  });
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      <h1>Ask</h1>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === '') return;
          void navigate({
            to: '/o/$organizationId/~/ask',
            params: { organizationId },
            search: { q: text.trim() },
          });
        }}
      >
        <Field label="Question" hint="It is answered from the pages that you can see.">
          <TextInput
            value={text}
            onChange={(event) => setText(event.target.value)}
            maxLength={MAX_LENGTH}
            autoComplete="off"
            autoFocus
          />
        </Field>
        <Button type="submit" variant="primary">
          Ask
        </Button>
      </form>
      {question === '' ? (
        <Questions heading="For example" organizationId={organizationId} questions={data?.questions ?? []} />
      ) : (
        <Answered organizationId={organizationId} question={question} />
      )}
    </main>
  );
};

/** Questions to an organization. */
export const AskRoute = () => {
  const { organizationId } = useParams({ from: '/o/$organizationId/~/ask' });
  const { q = '' } = useSearch({ from: '/o/$organizationId/~/ask' });
  return (
    <OrganizationLayout key={organizationId} organizationId={organizationId}>
      <AskPage key={q} organizationId={organizationId} question={q} />
    </OrganizationLayout>
  );
};
