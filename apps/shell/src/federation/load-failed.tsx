import { Button, FailedState, Fold } from '@site/ui';
import { useWithoutConnection, WithoutConnection } from '../offline/without-connection.tsx';

interface LoadFailedProps {
  /** The project's name: a page that fills the window shows it nowhere else. */
  readonly project: string;
  readonly reason: string;
  readonly className?: string | undefined;
  /** True in an iframe on another site, where there is no menu. */
  readonly alone?: boolean;
  /** True for a page that was loaded and then threw. */
  readonly threw?: boolean;
  /** How many times loading has been tried; from the second time on, reloading the whole document is offered too. */
  readonly tries: number;
  readonly onRetry: () => void;
}

/** Shown in place of a remote's page that throws or fails to load. */
export function LoadFailed({ project, reason, className, alone = false, threw = false, tries, onRetry }: LoadFailedProps) {
  const isOffline = useWithoutConnection(!threw, onRetry);
  const title = isOffline ? 'This project needs a connection' : 'This project could not be loaded';
  return (
    <div className={className}>
      <FailedState title={`${title}: ${project}`} onRetry={onRetry}>
        {isOffline ? (
          <WithoutConnection />
        ) : (
          <p className="anywhere">{alone ? 'Loading it again often helps.' : 'The menu and the other pages keep working.'}</p>
        )}
        <Fold title="Technical details">
          <p className="anywhere">{reason}</p>
        </Fold>
        {tries > 1 && !isOffline && (
          <Button look="quiet" onClick={() => window.location.reload()}>
            Reload the whole page
          </Button>
        )}
      </FailedState>
    </div>
  );
}
