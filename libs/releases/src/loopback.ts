/** True if the host of an address, as `URL` writes it, is this machine: nobody else can read or change what is sent there. */
export const isLoopbackName = (hostname: string): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
