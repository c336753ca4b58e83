/** Patterns that check names from addresses before they become folder names. */
export const APP = /^[a-z][a-z0-9-]{0,59}$/;
export const RELEASE = /^\d+\.\d+\.\d+-[0-9a-f]{12}$/;
/** SHA-384 of a file; `.br` means that it is sent compressed. */
export const CONTENT = /^([0-9a-f]{96})(\.br)?$/;
