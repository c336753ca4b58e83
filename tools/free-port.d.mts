/** A port for a server that cannot choose one itself: a random one on which nothing is listening. */
export declare function freePort(): Promise<number>;
