import { useId, useRef, type FormEvent } from 'react';
import { Button, EmptyState, FailedState, Field, focusHeading, plate, Skeleton } from '@site/ui';
import { useGate, type Verdict } from '../drafts/use-gate.ts';
import { PageFrame } from '../layout/page-frame.tsx';
import styles from './drafts.module.css';
import { ProjectCard } from './project-card.tsx';
import cards from './projects.module.css';

const NO_DRAFTS = 'No draft projects at the moment. Check back soon for new experiments and ideas in development.';

interface PasswordFormProps {
  readonly isChecking: boolean;
  readonly error: string | null;
  readonly onPassword: (password: string) => Promise<Verdict>;
}

function PasswordForm({ isChecking, error, onPassword }: PasswordFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const field = input.current;
    // Enter submits the form even if its button is marked as disabled.
    if (!field || isChecking) return;
    const verdict = await onPassword(field.value);
    if (verdict === 'right') {
      focusHeading();
      return;
    }
    // A wrong password is cleared; one that could not be verified stays for another try.
    if (verdict === 'wrong') field.value = '';
    field.focus();
  };

  return (
    <form className={plate('solid', `stack gap-4 ${styles.gate}`)} onSubmit={(event) => void submit(event)}>
      <div className={styles.lock} aria-hidden="true" />
      <Field
        label="Password"
        ref={input}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        readOnly={isChecking}
        aria-invalid={error !== null}
        aria-describedby={errorId}
      />
      <div className={`line gap-4 ${styles.result}`}>
        <Button type="submit" aria-disabled={isChecking}>
          {isChecking ? 'Checking…' : 'Unlock'}
        </Button>
        <p id={errorId} className={`strong bad ${styles.error}`} role="alert">
          {error}
        </p>
      </div>
    </form>
  );
}

const LOCKED = 'Experiments in development. The list has a password; ask the owner for it.';
const UNLOCKED = 'Experiments in development. The list is open in this tab until you lock it again.';

export function DraftsPage() {
  const { gate, open, retry, leave } = useGate();
  return (
    <PageFrame heading="Draft Projects" lede={gate.state === 'unlocked' ? UNLOCKED : LOCKED}>
      {gate.state === 'loading' && <Skeleton label="Loading drafts" />}
      {gate.state === 'locked' && <PasswordForm isChecking={gate.isChecking} error={gate.error} onPassword={open} />}
      {gate.state === 'failed' && (
        <FailedState title="The drafts could not be loaded" onRetry={retry}>
          {gate.reason}
        </FailedState>
      )}
      {gate.state === 'unlocked' && (
        <>
          {gate.drafts.length === 0 ? (
            <EmptyState title="Nothing here yet">{NO_DRAFTS}</EmptyState>
          ) : (
            <ul className={`bare-list columns gap-5 ${cards.cards}`}>
              {gate.drafts.map((draft, index) => (
                <ProjectCard key={draft.link} {...draft} index={index} />
              ))}
            </ul>
          )}
          <p className={styles.leave}>
            <Button
              look="quiet"
              onClick={() => {
                leave();
                focusHeading();
              }}
            >
              Lock again
            </Button>
          </p>
        </>
      )}
    </PageFrame>
  );
}
