/** Prints once a minute how many rounds of a campaign are done. @returns function to call when a round, or some, are done */
export declare function progressOf(what: string, rounds: number): (count?: number) => void;
