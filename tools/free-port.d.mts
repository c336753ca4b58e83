/**
 * A port for a server that cannot choose one itself.
 * @throws Error if something is listening on all ports of this process
 */
export declare function freePort(): Promise<number>;
