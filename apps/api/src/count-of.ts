/** "3 pictures", "1 picture". */
export const countOf = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
