export { Button, ButtonLink } from './button.tsx';
export { Card } from './card.tsx';
export { FailedState, EmptyState, Skeleton } from './states.tsx';
