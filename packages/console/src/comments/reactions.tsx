import { useSuspenseQuery } from '@tanstack/react-query';
import { read } from '../api/queries.ts';
import type { Comment } from './discussion.ts';
import styles from './threads.module.css';

const CHOICES = [
  ['👍', 'Thumbs up'],
  ['❤️', 'Heart'],
  ['🎉', 'Party'],
  ['🚀', 'Rocket'],
  ['👀', 'Eyes'],
  ['😕', 'Confused'],
] as const;

/** The reactions to a comment, with the own ones marked; a click adds or removes one. Others can be chosen. */
export const Reactions = ({
  reactions,
  mayReact,
  isChoosing,
  onReact,
}: {
  readonly reactions: Comment['reactions'];
  readonly mayReact: boolean;
  /** Whether other reactions are offered. */
  readonly isChoosing: boolean;
  readonly onReact: (emoji: string, isAdded: boolean) => void;
}) => {
  const { data: me } = useSuspenseQuery(read('/user'));
  const isMine = (emoji: string) =>
    reactions.some((each) => each.emoji === emoji && each.users.some(({ user }) => user.id === me.id));
  const react = (emoji: string) => onReact(emoji, !isMine(emoji));
  if (reactions.length === 0 && !isChoosing) return null;
  return (
    <div className={styles.reactions}>
      {reactions.map(({ emoji, count, users }) => (
        <button
          key={emoji}
          type="button"
          className={styles.reaction}
          aria-pressed={isMine(emoji)}
          aria-label={`${emoji}: ${count}`}
          title={users.map(({ user }) => user.displayName).join(', ')}
          disabled={!mayReact}
          onClick={() => react(emoji)}
        >
          {emoji} <span>{count}</span>
        </button>
      ))}
      {isChoosing &&
        CHOICES.map(([emoji, name]) => (
          <button
            key={emoji}
            type="button"
            className={styles.reaction}
            aria-label={name}
            title={name}
            onClick={() => react(emoji)}
          >
            {emoji}
          </button>
        ))}
    </div>
  );
};
