import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useQuery, useQueryClient } from '@site/query';
import type { Run } from '@site/sim/tennis-ball-gun';
import { Button, EmptyState, FailedState, Field, Skeleton } from '@site/ui';
import { boardQuery, enterRun, getRun, whyNot, type DailyRun } from './daily-entries.ts';
import styles from './tennis-ball-gun.module.css';

interface DailyBoardProps {
  /** Calendar day in UTC. */
  readonly day: string;
  /** The visitor's own run of that day, once it has ended, until it is entered. */
  readonly finished: DailyRun | undefined;
  readonly onEntered: (run: DailyRun) => void;
  readonly onWatch: (run: Run) => void;
}

/** The day's best runs, each of which the server has replayed, and a form to enter another. */
export function DailyBoard({ day, finished, onEntered, onWatch }: DailyBoardProps) {
  const { data, isError, refetch } = useQuery(boardQuery(day));
  const client = useQueryClient();
  const [words, setWords] = useState('');
  const watching = useRef(new AbortController());
  // The board disappears when the visitor leaves the page or starts a game, which a run that arrives later must not replace.
  useEffect(() => () => watching.current.abort(), []);
  const heading = useRef<HTMLHeadingElement>(null);
  const confirm = (run: DailyRun, place: number | null) => {
    // The form disappears.
    if (document.activeElement?.closest('form')) heading.current?.focus({ preventScroll: true });
    setWords(place === null ? 'Confirmed, but not in the top hundred.' : `Confirmed: rank ${place}.`);
    onEntered(run);
  };
  const watch = async (id: string) => {
    watching.current.abort();
    watching.current = new AbortController();
    const { signal } = watching.current;
    try {
      const run = await getRun(id, signal);
      if (!signal.aborted) onWatch(run);
    } catch {
      if (!signal.aborted) setWords('This run cannot be fetched right now.');
    }
  };
  return (
    <section className={`stack small ${styles.how}`} aria-labelledby="daily-board">
      <h3 ref={heading} id="daily-board" className="heading-l" tabIndex={-1}>
        Leaderboard for {day}
      </h3>
      <p>
        Everybody gets the same field and the same gladiators for 45 seconds; a new challenge starts at midnight UTC. Ties go to
        the run with fewer shots.
      </p>
      {finished && <EntryForm key={finished.run} finished={finished} onConfirmed={confirm} />}
      <p role="status">{words}</p>
      {data ? (
        data.entries.length > 0 ? (
          <ol className="stack gap-1">
            {data.entries.map(({ id, initials, score, shots }) => (
              <li key={id}>
                <span className="row between">
                  <span className="digits">
                    <strong>{initials}</strong> {score} stopped, {shots} shots
                  </span>
                  <Button look="quiet" aria-label={`Watch ${initials}’s run`} onClick={() => void watch(id)}>
                    Watch
                  </Button>
                </span>
              </li>
            ))}
          </ol>
        ) : (
          <EmptyState title="Nobody yet">
            <p>Be the first on today’s leaderboard.</p>
          </EmptyState>
        )
      ) : isError ? (
        <FailedState title={navigator.onLine ? 'Leaderboard unavailable' : 'You are offline'} onRetry={() => void refetch()}>
          <p>The leaderboard cannot be loaded. The game works without it.</p>
        </FailedState>
      ) : (
        <Skeleton
          label="Loading the leaderboard"
          onRetry={() => void client.resetQueries({ queryKey: boardQuery(day).queryKey, exact: true })}
        />
      )}
    </section>
  );
}

interface EntryFormProps {
  readonly finished: DailyRun;
  /** `place` is null below the top hundred. */
  readonly onConfirmed: (run: DailyRun, place: number | null) => void;
}

function EntryForm({ finished, onConfirmed }: EntryFormProps) {
  const client = useQueryClient();
  const [initials, setInitials] = useState('');
  const [isSending, setSending] = useState(false);
  const [words, setWords] = useState('');
  const enter = async () => {
    setSending(true);
    try {
      const { place } = await enterRun(finished, initials);
      onConfirmed(finished, place);
      await client.invalidateQueries({ queryKey: boardQuery(finished.day).queryKey });
    } catch (error) {
      setWords(whyNot(error));
      setSending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSending) void enter();
  };
  return (
    <form className="stack gap-2" onSubmit={submit}>
      <Field
        label="Your initials, three letters"
        value={initials}
        onChange={({ target }) =>
          setInitials(
            target.value
              .toUpperCase()
              .replaceAll(/[^A-Z]/g, '')
              .slice(0, 3),
          )
        }
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button type="submit" disabled={initials.length !== 3} aria-disabled={isSending}>
        Add to the leaderboard
      </Button>
      <p role="status">{words}</p>
    </form>
  );
}
