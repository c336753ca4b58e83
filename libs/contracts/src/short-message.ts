export const MAX_MESSAGE_LENGTH = 300;

/**
 * A message cut to the length that a page report may have. In its own file, because the shell sends reports from every page, and
 * must not load the schemas of the server.
 */
export const shortMessage = (message: string): string => message.slice(0, MAX_MESSAGE_LENGTH);
