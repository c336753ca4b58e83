/** Above this a disk or a quota counts as nearly full. */
export const FILLING = 0.8;

/** Formats a share from 0 to 1 for the operator. */
export const percentOf = (share: number): string => `${Math.round(share * 100)}%`;
