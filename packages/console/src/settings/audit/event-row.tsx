import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { RelativeTime } from '../../primitives/relative-time.tsx';
import rows from '../rows.module.css';
import styles from './audit.module.css';
import { DifferenceName } from './difference-name.tsx';
import { type AuditEvent, actionName, differencesOf } from './event-words.ts';

const Value = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? <span className={styles.nothing}>–</span> : <code>{text}</code>;

const Details = ({
  organizationId,
  event,
}: {
  readonly organizationId: string;
  readonly event: AuditEvent;
}) => {
  const differences = differencesOf(event);
  const { address } = (event.payload ?? {}) as { readonly address?: string };
  return (
    <div className={styles.details}>
      {differences.length > 0 && (
        <table className={styles.differences}>
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row">
                  <DifferenceName organizationId={organizationId} name={name} />
                </th>
                <td>
                  <Value text={before} />
                </td>
                <td>
                  <Value text={after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={rows.facts}>
        {event.action} · by {event.source === 'ui' ? 'a browser' : event.source}
        {address && ` · from ${address}`}
        {event.executionId && ` · request ${event.executionId}`} ·{' '}
        <Link
          to="/o/$organizationId/~/settings/audit"
          params={{ organizationId }}
          search={{ target: event.target.id }}
          className={styles.link}
        >
          All events on this {event.target.type}
        </Link>
      </p>
    </div>
  );
};

/** An event; its differences unfold. */
export const EventRow = ({
  organizationId,
  event,
}: {
  readonly organizationId: string;
  readonly event: AuditEvent;
}) => (
  <li className={styles.event}>
    <details>
      <summary className={styles.summary}>
        <ChevronRight size={14} aria-hidden="true" className="turn" />
        <span className={rows.about}>
          <span className={styles.action}>{actionName(event.action)}</span>{' '}
          <span className={styles.target}>{event.target.label ?? event.target.id}</span>
        </span>
        <span className={styles.actor}>{event.actor.label ?? event.actor.type}</span>
        <span className={styles.time}>
          <RelativeTime time={event.occurredAt} />
        </span>
      </summary>
      <Details organizationId={organizationId} event={event} />
    </details>
  </li>
);
