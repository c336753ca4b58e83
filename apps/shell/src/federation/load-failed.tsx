import { Button, FailedState, Fold } from '@site/ui';

interface LoadFailedProps {
  /** The project's name: a page that fills the window shows no other. */
  readonly project: string;
  readonly reason: string;
  readonly className?: string | undefined;
  /** True in an iframe on another site, where there is no menu. */
  readonly alone?: boolean;
  /** How many times loading was tried; from the second time on, reloading the whole document is offered too. */
  readonly tries: number;
  readonly onRetry: () => void;
}

/** Shown in place of a remote's page that does not load or throws. */
export function LoadFailed({ project, reason, className, alone = false, tries, onRetry }: LoadFailedProps) {
  return (
    <div className={className}>
      <FailedState title={`This project could not be loaded: ${project}`} onRetry={onRetry}>
        <p className="anywhere">{alone ? 'Loading it again often helps.' : 'The menu and the other pages keep working.'}</p>
        <Fold title="Technical reason">
          <p className="anywhere">{reason}</p>
        </Fold>
        {tries > 1 && (
          <Button look="quiet" onClick={() => window.location.reload()}>
            Reload the whole page
          </Button>
        )}
      </FailedState>
    </div>
  );
}
