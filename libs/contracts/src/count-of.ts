/** "1 release", "2 releases". */
export const countOf = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
