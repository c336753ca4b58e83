export { Button, ButtonLink } from './button.tsx';
export { Card } from './card.tsx';
export { LinkRow } from './link-row.tsx';
export { FailedState, EmptyState, Skeleton } from './states.tsx';
